import { afterAll, beforeAll, expect, test } from 'vitest'
import type { TestPlatform } from '../../src/index.ts'
import { type Site, siteOf } from './site.ts'

let site: Site
let platform: TestPlatform

beforeAll(async () => {
  site = await siteOf('recipes/routes.md')
  platform = await site.start()
})
afterAll(async () => {
  await platform.close()
  await site[Symbol.asyncDispose]()
})

test('the doctor has nothing to say against it', async () => {
  expect(JSON.parse(await site.run('apps/server/bin/platform.js', 'plugins', 'doctor', '--json'))).toEqual({
    healthy: true,
    findings: [],
  })
})

const post = (path: string, type: string, body: string) =>
  platform.http(path, { method: 'POST', headers: { 'content-type': type }, body })
const people = { people: [{ name: 'Ada' }, { name: 'Grace' }] }

test('every caller may read the public list, and only administrators their own', async () => {
  expect(await (await platform.http('/api/v1/reading-list')).json()).toEqual(people)
  const callers = [platform, platform.as({ roles: ['STAFF'] }), platform.as({ roles: ['ADMIN'] })]
  expect(
    await Promise.all(callers.map(async caller => (await caller.http('/api/v1/reading-list/admin')).status)),
  ).toEqual([401, 403, 200])
})

test('an asset is made once, and updated', async () => {
  const send = async (title: string) =>
    (
      await post('/api/v1/reading-list', 'application/json', JSON.stringify({ url: 'https://read.example/1', title }))
    ).json() as Promise<{ id: string; title: string }>
  const many = await Promise.all(Array.from({ length: 10 }, (_, i) => send(`title ${i}`)))
  expect(new Set(many.map(({ id }) => id)).size).toBe(1)
  expect(await send('changed')).toMatchObject({ id: many[0]!.id, title: 'changed', closedAt: null })
})

test('a route accepts only the named fields of a body, and only values of the right type [N11]', async () => {
  const url = 'https://read.example/2'
  const send = async (body: object) => {
    const answer = await post('/api/v1/reading-list', 'application/json', JSON.stringify(body))
    return { status: answer.status, asset: answer.ok ? ((await answer.json()) as Record<string, unknown>) : null }
  }
  const { asset } = await send({
    url,
    title: 'plain',
    settings: { moderation: 'PRE' },
    closedAt: '2020-01-01',
    $set: { id: 'mine' },
    metadata: { a: 1 },
  })
  expect(asset).toMatchObject({ url, title: 'plain', settings: {}, closedAt: null, metadata: {} })
  for (const bad of [
    { url, title: { $gt: '' } },
    { url: { $ne: null }, title: 'taken' },
    { url: ['https://read.example/2'], title: 'taken' },
  ]) {
    expect([(await send(bad)).status >= 400, (await send({ url, title: 'plain' })).asset]).toEqual([
      true,
      expect.objectContaining({ id: asset!['id'], title: 'plain' }),
    ])
  }
})

test('middleware of Express works, and koa does', async () => {
  const sent = await post('/api/v1/uploads', 'text/csv', 'twelve bytes')
  expect([sent.status, await sent.json()]).toEqual([201, { length: 12 }])
  expect(await (await platform.as({ username: 'ada' }).http('/api/v1/uploads/whoami')).json()).toEqual({ name: 'ada' })
})

test('an error is masked in production, and the log has it', async () => {
  await using production = await site.start({
    NODE_ENV: 'production',
    PLATFORM_ROOT_URL: 'https://comments.example',
  })
  const answer = await production.http('/api/v1/uploads/fails')
  expect([answer.status, await answer.text()]).toEqual([500, expect.not.stringContaining('a detail')])
  expect(production.diagnostics).toContainEqual(
    expect.objectContaining({ message: 'a detail of this plugin', hook: 'router', at: 'GET /api/v1/uploads/fails' }),
  )
})
