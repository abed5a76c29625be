import type { TestPlatform } from '@platform/plugin-testing'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { runOperation } from '../../src/cli/run-operation.ts'
import { CommentModel } from '../../src/compat/models/comment.ts'
import { type Asker, askedDocuments } from './asked.ts'
import { fillLargeSite, type LargeSite } from './large-site.ts'
import { createListedPlatform } from './listed-platform.ts'

const SIZE = { comments: 50_000, largest: 40_000, discussions: 500, people: 20_000 }
/** The longest that the server may keep a health check waiting. Milliseconds of the processor time of its thread. */
const MOST = 50
const TRIES = 4

let platform: TestPlatform
let site: LargeSite
let askers: Readonly<Record<Asker, TestPlatform>>

beforeAll(async () => {
  platform = await createListedPlatform()
  site = await fillLargeSite(platform, SIZE)
  askers = {
    anonymous: platform,
    writer: platform.as(site.writer),
    moderator: platform.as(await platform.createUser({ roles: ['MODERATOR'] })),
    admin: platform.as(await platform.createUser({ roles: ['ADMIN'] })),
  }
  // The comments of the site are counted when they are first asked for.
  await askers.moderator.graphql('{ commentCount(query: {}) }')
}, 900_000)
afterAll(() => platform[Symbol.asyncDispose]())

/** Runs a command in the server, and gives its exit code. */
function command(name: 'verify-counts' | 'statistics recount' | 'migrate', options: object): Promise<number> {
  const terminal = { out: () => {}, err: () => {}, draw: () => {}, columns: null, interrupted: false }
  return runOperation(platform.services, { name, options }, terminal)
}

/** Exports everything that is stored about a user, as a download does. */
async function exportOf(userId: string): Promise<number> {
  let records = 0
  for await (const _ of platform.services.composition.personalData.export(userId)) records += 1
  return records
}

/** Every query of the stream, the panel and the API, one after another. */
async function documents(): Promise<void> {
  for (const { text, by, variables } of Object.values(askedDocuments(platform, site))) {
    const { errors } = await askers[by].graphql(text, variables)
    // What waits for others beyond its deadline is refused.
    expect(errors.filter(({ code }) => code !== 'UNAVAILABLE' && code !== 'READ_TOO_LONG')).toEqual([])
  }
}

/** Asks for a list with a text that is looked for. */
const search = (query: string, text: string) => async () => {
  await askers.moderator.graphql(`query ($text: String) { ${query} { nodes { id } } }`, { text })
}

const page = (path: string) => async () => {
  await askers.moderator.http(path, { headers: { accept: path.startsWith('/api') ? '*/*' : 'text/html' } })
}

/** All that may take long. */
const LONG: readonly [name: string, work: () => Promise<unknown>][] = [
  ...['r', 're', 'reader_1', 'nobody'].map(
    value => [`users whose names begin with ${value}`, search('users(query: { value: $text })', value)] as const,
  ),
  ...['nobody wrote this', 'about something'].map(
    text =>
      [
        `comments with the text ${text}`,
        search('comments(query: { statuses: null, text: $text, limit: 100 })', text),
      ] as const,
  ),
  ...['/', '/discussions/large', '/feed.atom', '/api/v1/assets?value=something'].map(
    path => [`the page ${path}`, page(path)] as const,
  ),
  ['platform verify-counts', () => command('verify-counts', {})],
  ['platform statistics recount', () => command('statistics recount', {})],
  ['platform migrate --status', () => command('migrate', { status: true })],
  ['a plugin that looks for comments by their parent alone', () => CommentModel.find({ parent_id: 'nobody' }).exec()],
  ['an export of personal data', () => exportOf(site.writer.user.id)],
].map(([name, work]) => [name as string, work as () => Promise<unknown>])

/** The most processor time that the thread took between two turns of the event loop, while the work was done. */
async function longestTurn(work: () => Promise<unknown>): Promise<number> {
  let longest = 0
  let isDone = false
  let last = process.threadCpuUsage()
  const turn = () => {
    const { user, system } = process.threadCpuUsage(last)
    longest = Math.max(longest, (user + system) / 1_000)
    last = process.threadCpuUsage()
    if (!isDone) setImmediate(turn)
  }
  setImmediate(turn)
  await work().finally(() => {
    isDone = true
  })
  return longest
}

/** The longest turn of the best of some tries, because the collector of memory has turns of its own. */
async function leastOf(work: () => Promise<unknown>): Promise<number> {
  let least = Number.POSITIVE_INFINITY
  for (let attempt = 0; attempt < TRIES && least >= MOST; attempt++) {
    platform.services.revisions.bumpAll()
    least = Math.min(least, await longestTurn(work))
  }
  return least
}

test.each(LONG)('health waits at most 50 ms while the server answers %s', async (_name, work) => {
  expect(await leastOf(work)).toBeLessThan(MOST)
})

test('health waits at most 50 ms while the server answers a query of the stream, the panel or the API', async () => {
  for (const [name, { text, by, variables }] of Object.entries(askedDocuments(platform, site)))
    expect([name, (await leastOf(() => askers[by].graphql(text, variables))) < MOST]).toEqual([name, true])
})

test('health waits at most 50 ms while all of that is asked at once', async () => {
  const least = await leastOf(async () => {
    const all = Promise.all([documents(), ...LONG.map(([, work]) => work())])
    for (let n = 0; n < 10; n++) expect((await platform.http('/livez')).status).toBe(200)
    await all
  })
  expect(least).toBeLessThan(MOST)
})
