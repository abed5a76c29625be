import { createHash } from 'node:crypto'
import { createTestPlatform, type TestPlatform } from '@platform/plugin-testing'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { connect, startLive } from '../live/socket.ts'

interface Build {
  readonly id: string
  readonly started_at: Date
  readonly documents: readonly { readonly id: string; readonly text: string }[]
  readonly files: readonly { readonly name: string; readonly type: string; readonly bytes: string }[]
}

let platform: TestPlatform
let assetId: string

const sha256 = (text: string) => createHash('sha256').update(text).digest('hex')
const builds = (site = platform) => site.services.docstore.collection<Build>('client_builds')
const starts = (site = platform) =>
  site.services.docstore.collection<Pick<Build, 'id' | 'started_at'>>('client_build_starts')
/** The document that only the build of that age has. */
const documentOf = (age: number) => `query Older${age}($id: ID) { asset(id: $id) { id } }`

/** The build that a server stored which was started some days ago, with one document and one file of its own. */
function earlier(build: Build, age: number): Build {
  const text = documentOf(age)
  const bytes = Buffer.from(`export const age = ${age}\n`).toString('base64')
  return {
    id: `build-${age}`,
    started_at: new Date(Date.now() - age * 86_400_000),
    documents: [...build.documents, { id: `sha256:${sha256(text)}`, text }],
    files: [...build.files, { name: `older-${age}.js`, type: 'text/javascript; charset=utf-8', bytes }],
  }
}

/** Stores a build as the server did that was started with it. */
async function storeStarted({ id, started_at, ...contents }: Build, site = platform): Promise<void> {
  await builds(site).insertOne({ id, started_at, ...contents })
  await starts(site).insertOne({ id, started_at })
}

const ask = (age: number, site = platform, id = assetId) =>
  site.http(
    `/api/v1/graph/ql?${new URLSearchParams({
      documentId: `sha256:${sha256(documentOf(age))}`,
      variables: JSON.stringify({ id }),
    })}`,
  )

beforeAll(async () => {
  platform = await createTestPlatform()
  assetId = (await platform.createAsset()).id
})
afterAll(() => platform[Symbol.asyncDispose]())

test('a server stores the documents and files of its build when it starts', async () => {
  const [build] = await builds().find({}).toArray()
  expect(build?.documents.every(({ id, text }) => id === `sha256:${sha256(text)}`)).toBe(true)
  const script = build!.files.find(({ name }) => name.endsWith('.js'))!
  const served = await platform.http(`/assets/${script.name}`)
  expect(Buffer.from(await served.arrayBuffer()).toString('base64')).toBe(script.bytes)
})

test('the files of pages that have no stream are stored with the build, too', async () => {
  const page = await (await platform.http('/demo')).text()
  const loaded = [...page.matchAll(/\/assets\/([^"]+)/g)].map(([, name]) => name)
  expect(loaded).toContainEqual(expect.stringMatching(/^site\..+\.css$/))
  const [build] = await builds().find({}).toArray()
  expect(build!.files.map(({ name }) => name)).toEqual(expect.arrayContaining(loaded))
})

test('a page of one of the three builds before goes on; documents and files of older builds are gone', async () => {
  const own = (await builds().findOne({}))!
  for (const age of [1, 2, 3, 4]) await storeStarted(earlier(own, age))
  await platform.services.clientBuilds.keep()
  const kept = [own.id, 'build-1', 'build-2', 'build-3']
  expect(await builds().distinct('id')).toEqual(kept.toSorted())
  expect(await starts().distinct('id')).toEqual(kept.toSorted())
  for (const age of [1, 3]) {
    expect(await (await ask(age)).json()).toEqual({ data: { asset: { id: assetId } } })
    const file = await platform.http(`/assets/older-${age}.js`)
    expect(file.headers.get('content-type')).toBe('text/javascript; charset=utf-8')
    expect(await file.text()).toBe(`export const age = ${age}\n`)
  }
  const unknown = await ask(4)
  expect([unknown.status, (await unknown.json()).errors[0].extensions.code]).toEqual([400, 'DOCUMENT_NOT_FOUND'])
  expect((await platform.http('/assets/older-4.js')).status).toBe(404)
})

test('builds that servers of earlier versions stored count by the time that they have themselves', async () => {
  await using site = await createTestPlatform()
  const own = (await builds(site).findOne({}))!
  for (const age of [3, 4, 5, 6]) await builds(site).insertOne(earlier(own, age))
  for (const age of [1, 2]) await storeStarted(earlier(own, age), site)
  await site.services.clientBuilds.keep()
  const kept = [own.id, 'build-1', 'build-2', 'build-3'].toSorted()
  expect(await builds(site).distinct('id')).toEqual(kept)
  expect(await starts(site).distinct('id')).toEqual(kept)
})

test('a build is found that a server of an earlier version has stored since this one was started', async () => {
  await using site = await createTestPlatform()
  const { id } = await site.createAsset()
  await builds(site).insertOne(earlier((await builds(site).findOne({}))!, 1))
  expect(await (await ask(1, site, id)).json()).toEqual({ data: { asset: { id } } })
})

test('documents of another version that this one cannot run are refused as unknown, over HTTP and live', async () => {
  await using live = await startLive()
  const site = live.platform
  const documents = [
    'query Louder($id: ID) { asset(id: $id) { shout } }',
    'subscription Louder($id: ID!) { commentAdded(asset_id: $id) { shout } }',
  ].map(text => ({ id: `sha256:${sha256(text)}`, text }))
  await storeStarted({ id: 'another-version', started_at: new Date(), documents, files: [] }, site)
  const [query, subscription] = documents.map(({ id }) => id)
  const variables = { id: (await site.createAsset()).id }
  const path = '/api/v1/graph/ql'
  const search = new URLSearchParams({ documentId: query!, variables: JSON.stringify(variables) })
  const headers = { 'content-type': 'application/json', accept: 'application/json' }
  const body = JSON.stringify({ documentId: query, variables })
  for (const answer of [
    await site.http(`${path}?${search}`),
    await site.http(path, { method: 'POST', headers, body }),
    await site.http(path, { method: 'POST', headers, body }),
  ])
    expect([answer.status, (await answer.json()).errors[0].extensions]).toEqual([400, { code: 'DOCUMENT_NOT_FOUND' }])
  const client = await connect(live.url)
  client.send({ id: 'louder', type: 'subscribe', payload: { variables, extensions: { documentId: subscription } } })
  expect((await client.next('error', 'louder')).payload[0].extensions).toEqual({ code: 'DOCUMENT_NOT_FOUND' })
  client.socket.terminate()
})
