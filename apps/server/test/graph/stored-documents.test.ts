import { createTestPlatform } from '@platform/plugin-testing'
import { documents } from '@platform/stream'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { connect, type LivePlatform, startLive } from '../live/socket.ts'

const GRAPH = '/api/v1/graph/ql'
const OTHER = '{ settings { moderation } }'

let live: LivePlatform
let assetId: string

beforeAll(async () => {
  live = await startLive({ env: { PLATFORM_GRAPHQL_DOCUMENTS: 'stored' } })
  assetId = (await live.platform.createAsset()).id
})
afterAll(() => live[Symbol.asyncDispose]())

function get(documentId: string, headers: Record<string, string> = {}): Promise<Response> {
  const variables = JSON.stringify({ id: assetId })
  return live.platform.http(`${GRAPH}?${new URLSearchParams({ documentId, variables })}`, { headers })
}

function post(body: object, headers: Record<string, string> = {}): Promise<Response> {
  return live.platform.http(GRAPH, {
    method: 'POST',
    headers: { 'content-type': 'application/json', origin: origin(), ...headers },
    body: JSON.stringify(body),
  })
}

const origin = () => new URL(live.platform.services.config.rootUrl).origin
const codeOf = async (response: Response) => [response.status, (await response.json()).errors?.[0].extensions.code]

async function credentials(role: 'ADMIN' | 'MODERATOR', kind: 'authorization' | 'cookie') {
  const { token } = await live.platform.createUser({ roles: [role] })
  return kind === 'cookie' ? { cookie: `authorization=${token}` } : { authorization: `Bearer ${token}` }
}

test('a document is run by its id, by GET and by POST, and a reader who has the answer gets 304', async () => {
  const first = await get(documents.FindDiscussion)
  expect(first.status).toBe(200)
  expect((await first.json()).errors).toBeUndefined()
  const etag = first.headers.get('etag')!
  expect(etag).toMatch(/^"/)
  expect((await get(documents.FindDiscussion, { 'if-none-match': etag })).status).toBe(304)
  const own = await post(
    { documentId: documents.Own, variables: { asset: assetId, comments: [] } },
    await credentials('MODERATOR', 'cookie'),
  )
  expect((await own.json()).data.me.role).toBe('MODERATOR')
})

test('where only stored documents run, a text is refused, except for a bearer token of an administrator', async () => {
  expect(await codeOf(await post({ query: OTHER }))).toEqual([400, 'DOCUMENT_NOT_STORED'])
  expect(await codeOf(await post({ query: OTHER }, await credentials('ADMIN', 'cookie')))).toEqual([
    400,
    'DOCUMENT_NOT_STORED',
  ])
  expect(await codeOf(await post({ query: OTHER }, await credentials('MODERATOR', 'authorization')))).toEqual([
    400,
    'DOCUMENT_NOT_STORED',
  ])
  expect(await codeOf(await post({ query: OTHER }, await credentials('ADMIN', 'authorization')))).toEqual([
    200,
    undefined,
  ])
})

test('a reader posts a comment by a stored mutation, and another one hears of it by a stored subscription', async () => {
  const client = await connect(live.url)
  client.send({
    id: 'added',
    type: 'subscribe',
    payload: { variables: { asset: assetId }, extensions: { documentId: documents.CommentAdded } },
  })
  client.send({ id: 'text', type: 'subscribe', payload: { query: 'subscription { commentAdded { id } }' } })
  expect((await client.next('error', 'text')).payload[0].extensions.code).toBe('DOCUMENT_NOT_STORED')
  client.send({ type: 'ping' })
  await client.next('pong')
  const posted = await post(
    { documentId: documents.PostComment, variables: { input: { asset_id: assetId, body: 'By a stored mutation' } } },
    await credentials('MODERATOR', 'cookie'),
  )
  expect((await posted.json()).data.createComment.errors).toBeNull()
  expect((await client.next('next', 'added')).payload.data.commentAdded.body).toBe('By a stored mutation')
  client.socket.terminate()
})

test('pages and counts work where only stored documents run', async () => {
  expect(await (await live.platform.http(`/discussions/${assetId}`)).text()).toContain('By a stored mutation')
  const { url } = (await live.platform.services.docstore.collection<{ id: string; url: string }>('assets').findOne({
    id: assetId,
  }))!
  const counts = await live.platform.http(`/api/v1/counts?url=${encodeURIComponent(url)}`)
  expect(await counts.text()).toContain('1')
})

test.each([
  ['an id that no build has', { documentId: `sha256:${'0'.repeat(64)}` }, 'DOCUMENT_NOT_FOUND'],
  ['an id of another form', { documentId: 'CommentAdded' }, 'DOCUMENT_NOT_FOUND'],
])('%s is refused with a code', async (_case, body, code) => {
  expect(await codeOf(await post(body))).toEqual([400, code])
})

test('any document runs by default', async () => {
  await using platform = await createTestPlatform()
  expect((await platform.graphql(OTHER)).errors).toEqual([])
})
