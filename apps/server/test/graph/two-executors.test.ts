import type { TestPlatform } from '@platform/plugin-testing'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type AskedDocument, type Asker, askedDocuments } from '../lists/asked.ts'
import { fillLargeSite } from '../lists/large-site.ts'
import { createListedPlatform } from '../lists/listed-platform.ts'
import { whileTraced } from './traced.ts'

/** What has another answer each time. */
const NEW_EACH_TIME = ['LiveTicket']

let platform: TestPlatform
let asked: Readonly<Record<string, AskedDocument>>
let askers: Readonly<Record<Asker, TestPlatform>>

beforeAll(async () => {
  platform = await createListedPlatform()
  const site = await fillLargeSite(platform, { comments: 3_000, largest: 2_000, discussions: 30, people: 300 })
  const [moderator, admin] = [['MODERATOR'], ['ADMIN']].map(roles => platform.createUser({ roles: roles as never }))
  askers = {
    anonymous: platform,
    writer: platform.as(site.writer),
    moderator: platform.as(await moderator!),
    admin: platform.as(await admin!),
  }
  asked = askedDocuments(platform, site)
}, 60_000)
afterAll(() => platform?.[Symbol.asyncDispose]())

async function answerTo({ by, text, variables }: AskedDocument): Promise<string> {
  // No answer is kept from before.
  platform.services.revisions.bumpAll()
  const response = await askers[by].http('/api/v1/graph/ql', {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ query: text, variables }),
  })
  return (await response.text()).replaceAll(/"requestId":"[\w-]+"/g, '"requestId":"…"')
}

test('every query of the stream, the panel and the plugins has the same answer from both executors, to the byte', async () => {
  const differ: string[] = []
  for (const [name, document] of Object.entries(asked)) {
    if (NEW_EACH_TIME.includes(name)) continue
    const own = await answerTo(document)
    expect(own, name).toMatch(/^{"data":{/)
    if (own !== (await whileTraced(1, () => answerTo(document)))) differ.push(name)
  }
  expect(differ).toEqual([])
  expect(Object.keys(asked).length).toBeGreaterThan(70)
})

test('a refused query has the same errors from both', async () => {
  const differ: string[] = []
  for (const [name, { text, variables }] of Object.entries(asked)) {
    const document = { text, variables, by: 'anonymous' } as const
    if ((await answerTo(document)) !== (await whileTraced(1, () => answerTo(document)))) differ.push(name)
  }
  expect(differ).toEqual([])
})
