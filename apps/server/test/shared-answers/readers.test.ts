import { createTestPlatform, type TestPlatform } from '@platform/plugin-testing'
import { documents } from '@platform/stream'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { statements } from '../statements.ts'

const LISTED = 'https://news.example'
let platform: TestPlatform
let id: string

beforeAll(async () => {
  platform = await createTestPlatform()
  await platform.services.settings.update({ domains: { whitelist: ['localhost', 'news.example'] } })
  const asset = await platform.createAsset()
  id = asset.id
  await platform.createComment({ asset })
})
afterAll(() => platform[Symbol.asyncDispose]())

const pages = () => [`/discussions/${id}`, `/embed/stream?asset_id=${id}`, `/api/v1/assets/${id}/stream.html`]

test('readers of two languages get a shared page each in their own, in any turn', async () => {
  const read = async (path: string, language: string) => {
    const answer = await platform.http(path, { headers: { accept: 'text/html', 'accept-language': language } })
    expect(answer.headers.get('vary')).toMatch(/accept-language/i)
    return /<section class="stream" lang="(\w+)"/.exec(await answer.text())?.[1]
  }
  for (const path of pages())
    for (const [language, expected] of [
      ['de-AT,de;q=0.9,en;q=0.8', 'de'],
      ['en-GB', 'en'],
      ['fr, de;q=0.5', 'de'],
      ['fr', 'en'],
      ['de', 'de'],
    ] as const)
      expect([path, language, await read(path, language)]).toEqual([path, language, expected])
})

test('readers of one language share a page, however their browsers write it', async () => {
  const read = (language: string) => platform.http(pages()[0]!, { headers: { 'accept-language': language } })
  await read('de')
  expect(await statements(() => read('de-CH, de;q=0.9'))).toBe(0)
})

const stored = () =>
  `/api/v1/graph/ql?${new URLSearchParams({
    documentId: documents.Thread,
    variables: JSON.stringify({ id, query: {}, deep: false }),
  })}`

test('a script of a permitted site gets the shared answer to a stored document, and may read it [C07]', async () => {
  const read = (origin?: string) => platform.http(stored(), { headers: origin === undefined ? {} : { origin } })
  await read()
  let answer = await read(LISTED)
  expect(
    await statements(async () => {
      answer = await read(LISTED)
    }),
  ).toBe(0)
  expect([answer.status, answer.headers.get('access-control-allow-origin'), answer.headers.get('vary')]).toEqual([
    200,
    LISTED,
    expect.stringMatching(/\bOrigin\b/),
  ])
  const known = await platform.http(stored(), {
    headers: { origin: LISTED, 'if-none-match': answer.headers.get('etag') ?? '' },
  })
  expect([known.status, known.headers.get('access-control-allow-origin')]).toEqual([304, LISTED])
})

test('a script of another site may read no shared answer, and the next reader gets no header of the one before [C07]', async () => {
  const allowed = async (path: string, origin?: string) =>
    (await platform.http(path, { headers: origin === undefined ? {} : { origin } })).headers.get(
      'access-control-allow-origin',
    )
  for (const path of [stored(), pages()[2]!])
    expect([
      await allowed(path, LISTED),
      await allowed(path, 'https://evil.example'),
      await allowed(path),
      await allowed(path, LISTED),
    ]).toEqual([LISTED, null, null, LISTED])
  expect(await allowed(pages()[0]!, LISTED)).toBeNull()
})

test('clients get the media type that they accept, and a network that keeps answers is told so', async () => {
  for (const accept of ['application/json', 'application/graphql-response+json', 'application/json']) {
    const { headers } = await platform.http(stored(), { headers: { accept } })
    expect([headers.get('content-type'), headers.get('vary')]).toEqual([
      `${accept}; charset=utf-8`,
      expect.stringMatching(/\bAccept(,|$)/),
    ])
  }
})
