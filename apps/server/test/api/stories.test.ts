import type { Asset } from '@platform/plugin-sdk'
import { createTestPlatform, type TestPlatform } from '@platform/plugin-testing'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'

let platform: TestPlatform
let admin: TestPlatform
let moderator: TestPlatform
let assets: Asset[]

beforeAll(async () => {
  platform = await createTestPlatform({ now: new Date('2026-03-01T12:00:00.000Z') })
  admin = platform.as(await platform.createUser({ roles: ['ADMIN'] }))
  moderator = platform.as(await platform.createUser({ roles: ['MODERATOR'] }))
  assets = []
  for (const i of [0, 1, 2, 3, 4]) {
    const { id } = await platform.createAsset({
      url: `http://localhost/story-${i}`,
      closedAt: i === 0 ? new Date('2026-02-01T00:00:00.000Z') : null,
    })
    assets.push(
      await platform.services.assets.update(id, {
        title: i < 2 ? 'Early bird' : 'Late owl',
        publication_date: new Date(Date.UTC(2026, 0, 10 - i)),
      }),
    )
    platform.clock.advance(1_000)
  }
})

afterAll(() => platform[Symbol.asyncDispose]())

async function get(path: string, by = moderator) {
  const response = await by.http(path)
  return {
    status: response.status,
    headers: response.headers,
    body: (response.status === 204 ? null : await response.json()) as any,
  }
}
const put = (path: string, body: unknown, by = admin) =>
  by.http(path, { method: 'PUT', headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) })
const order = (found: { id: string }[]) => found.map(({ id }) => assets.findIndex(asset => asset.id === id))

describe('GET /api/v1/assets', () => {
  test.each<[query: string, expected: number[], count: number]>([
    ['', [0, 1, 2, 3, 4], 5],
    ['?asc=true', [4, 3, 2, 1, 0], 5],
    ['?field=created_at', [4, 3, 2, 1, 0], 5],
    ['?field=created_at&asc=true&limit=2&page=2', [2, 3], 5],
    ['?filter=closed', [0], 1],
    ['?filter=open&limit=1', [1], 4],
    ['?value=owl', [2, 3, 4], 3],
    ['?page=9', [], 5],
  ])('%j', async (query, expected, count) => {
    const { status, body, headers } = await get(`/api/v1/assets${query}`)
    expect([status, order(body.result), body.count, headers.get('cache-control')]).toEqual([
      200,
      expected,
      count,
      'no-store',
    ])
    expect(body.totalPages).toBe(Math.ceil(count / body.limit))
  })

  test.each([
    'limit=0',
    'limit=-1',
    'limit=501',
    'limit=1e3',
    'limit=x',
    'page=0',
    'page=1001',
    'asc=yes',
    'filter=some',
    'field=password',
    'field=__proto__',
    'value=a&value=b',
    'limit[$gt]=1&limit=2&limit=3',
  ])('?%s is refused [N02, N07]', async query => {
    const { status, body } = await get(`/api/v1/assets?${query}`)
    expect([status, body.error.code]).toEqual([400, 'BAD_USER_INPUT'])
  })
})

describe('GET /api/v2/stories', () => {
  test('is read page by page', async () => {
    const seen: { id: string }[] = []
    let cursor: string | null = null
    do {
      const {
        body,
      }: {
        body: {
          edges: { node: { id: string }; cursor: string }[]
          pageInfo: { hasNextPage: boolean; startCursor: string; endCursor: string }
        }
      } = await get(`/api/v2/stories?limit=2${cursor ? `&cursor=${cursor}` : ''}`)
      expect([body.pageInfo.startCursor, body.pageInfo.endCursor]).toEqual([
        body.edges[0]!.cursor,
        body.edges.at(-1)!.cursor,
      ])
      seen.push(...body.edges.map(({ node }) => node))
      cursor = body.pageInfo.hasNextPage ? body.pageInfo.endCursor : null
    } while (cursor)
    expect(order(seen)).toEqual([4, 3, 2, 1, 0])
  })

  test('a cursor that was not given out is refused [N09]', async () => {
    for (const cursor of ['x', '%7B%22%24gt%22%3A1%7D', Buffer.from('[{"$gt":""},"a"]').toString('base64url')])
      expect((await get(`/api/v2/stories?cursor=${cursor}`)).body.error.code).toBe('BAD_USER_INPUT')
  })
})

test('an asset is answered without the fields that are not for clients', async () => {
  const { status, body } = await get(`/api/v1/assets/${assets[2]!.id}`)
  expect([status, body.title, body.closedAt, body.totalCommentCount]).toEqual([200, 'Late owl', null, 0])
  expect(Object.keys(body).filter(name => ['_id', 'words', 'metadata'].includes(name))).toEqual([])
  expect((await get('/api/v1/assets/nobody')).body.error.code).toBe('NOT_FOUND')
})

test('settings of an asset are set by administrators, checked, and nothing else with them', async () => {
  const path = `/api/v1/assets/${assets[3]!.id}/settings`
  expect((await put(path, { disableCommenting: true, moderation: 'PRE' })).status).toBe(204)
  expect((await get(`/api/v1/assets/${assets[3]!.id}`)).body.settings).toEqual({
    disableCommenting: true,
    moderation: 'PRE',
  })
  expect((await put(path, { disableCommenting: null, moderation: null })).status).toBe(204)
  for (const body of [
    { tags: [{ name: 'X' }] },
    { moderation: 'NEVER' },
    { $set: { id: 'x' } },
    { wordlist: { banned: [] } },
    [],
    'x',
    null,
  ]) {
    const response = await put(path, body)
    expect([response.status, ((await response.json()) as any).error.code]).toEqual([400, 'BAD_USER_INPUT'])
  }
  expect((await get(`/api/v1/assets/${assets[3]!.id}`)).body.settings).toEqual({})
  expect((await put(path, { moderation: 'PRE' }, moderator)).status).toBe(403)
})

test('a discussion is closed and opened by moderators', async () => {
  const path = `/api/v1/assets/${assets[4]!.id}/status`
  expect((await put(path, { closedAt: '2026-02-02T10:00:00Z', closedMessage: 'Enough' }, moderator)).status).toBe(204)
  expect((await get(`/api/v1/assets/${assets[4]!.id}`)).body).toMatchObject({
    closedAt: '2026-02-02T10:00:00.000Z',
    closedMessage: 'Enough',
  })
  expect((await put(path, { closedAt: null, closedMessage: null }, moderator)).status).toBe(204)
  for (const body of [
    { closedAt: 'abc' },
    { closedAt: 5 },
    { closedAt: '+275760-01-01T00:00:00Z' },
    { id: 'x' },
    { closedMessage: {} },
  ])
    expect((await put(path, body, moderator)).status).toBe(400)
  expect((await put('/api/v1/assets/nobody/status', { closedAt: null }, moderator)).status).toBe(404)
})

describe('who [R01, R18]', () => {
  const routes = (id: string) =>
    [
      ['GET', '/api/v1/assets'],
      ['GET', `/api/v1/assets/${id}`],
      ['HEAD', '/api/v1/assets'],
      ['PUT', `/api/v1/assets/${id}/settings`],
      ['PUT', `/api/v1/assets/${id}/status`],
      ['GET', '/api/v2/stories'],
    ] as const
  test('an anonymous caller is asked to sign in; a commenter, staff and a banned moderator are refused', async () => {
    const banned = await platform.createUser({ roles: ['MODERATOR'] })
    await platform.services.docstore
      .collection('users')
      .updateOne({ id: banned.user.id }, { $set: { 'status.banned.status': true } })
    const callers = [
      [platform, 401],
      [platform.as(await platform.createUser()), 403],
      [platform.as(await platform.createUser({ roles: ['STAFF'] })), 403],
      [platform.as(banned), 403],
    ] as const
    for (const [by, expected] of callers) {
      for (const [method, path] of routes(assets[0]!.id)) {
        const { status } = await by.http(path, {
          method,
          ...(method === 'PUT' ? { headers: { 'content-type': 'application/json' }, body: '{}' } : {}),
        })
        expect(status, `${method} ${path}`).toBe(expected)
      }
    }
  })
})

test('the server tells its version', async () => {
  for (const path of ['/api/v1', '/api/v2'])
    expect((await get(path, platform)).body).toEqual({
      version: expect.stringMatching(/^\d+\.\d+\.\d+/),
      revision: null,
    })
})

describe('reports of browsers about the content security policy', () => {
  const send = (body: string, type = 'application/csp-report') =>
    platform.http('/api/v1/csp', { method: 'POST', headers: { 'content-type': type }, body })

  test('are logged, so many in a minute', async () => {
    const logged = () => platform.logs.filter(({ msg }) => String(msg).includes('content security policy')).length
    expect(
      (
        await send(
          JSON.stringify({
            'csp-report': { 'blocked-uri': 'https://evil.example/x.js', 'violated-directive': 'script-src' },
          }),
        )
      ).status,
    ).toBe(202)
    expect(platform.logs.at(-1)).toMatchObject({ report: { 'blocked-uri': 'https://evil.example/x.js' } })
    for (let i = 0; i < 50; i++) await send(JSON.stringify({ 'csp-report': {} }))
    expect(logged()).toBe(30)
    platform.clock.advance(60_000)
    await send(JSON.stringify({ 'csp-report': {} }))
    expect(logged()).toBe(31)
  })

  test.each([
    ['{', 'application/csp-report', 400],
    ['{}', 'application/json', 400],
    ['[]', 'application/csp-report', 400],
    ['{"csp-report":{"blocked-uri":{"$gt":1}}}', 'application/csp-report', 400],
    ['a', 'text/html', 415],
  ])('%j as %s is answered with %i', async (body, type, status) => {
    expect((await send(body, type)).status).toBe(status)
  })
})
