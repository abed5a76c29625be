import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { Worker } from 'node:worker_threads'
import type { Asset, Comment } from '@platform/plugin-sdk'
import { createTestPlatform } from '@platform/plugin-testing'
import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { needsEmbeddedStore } from '../../../../test/needs.ts'
import { newAsset } from '../../src/features/assets/model.ts'
import { newComment } from '../../src/features/comments/model.ts'
import { type Asked, type Listener, listenTo, plansOf } from './plans.ts'

/** Comments of the large discussion, and discussions of one comment each. */
const [LARGE, SMALL] = [3_000, 3_000]
const START = Date.parse('2026-03-01T12:00:00.000Z')

const folder = await mkdtemp(join(tmpdir(), 'platform-uneven-'))
const file = join(folder, 'store.db')
let listener: Listener
let platform: Awaited<ReturnType<typeof open>>
const open = () => createTestPlatform({ env: { PLATFORM_DOCSTORE_URL: `sqlite:${file}` } })

beforeAll(async () => {
  if (process.env['PLATFORM_TEST_STORE'] === 'mongodb') return
  listener = await listenTo(`sqlite:${join(folder, 'listener.db')}`)
  {
    await using filled = await open()
    const asset = newAsset(new Date(START), null)
    await filled.services.docstore.collection<Asset>('assets').insertMany([
      { ...asset, id: 'large', url: 'http://localhost/story' },
      { ...asset, id: `small${LARGE}`, url: 'http://localhost/other' },
    ])
    await filled.services.docstore.collection<Comment>('comments').insertMany(
      Array.from({ length: LARGE + SMALL }, (_, n) => ({
        ...newComment(
          {
            id: `c${n}`,
            asset_id: n < LARGE ? 'large' : `small${n}`,
            author_id: `u${n % 100}`,
            parent_id: n % 3 === 2 && n < LARGE ? 'c0' : null,
            body: `Comment ${n}`,
            status: 'NONE',
          },
          new Date(START + n * 1_000),
        ),
      })),
    )
  }
  platform = await open()
}, 60_000)
beforeEach(needsEmbeddedStore)
afterAll(async () => {
  await platform?.[Symbol.asyncDispose]()
  await rm(folder, { recursive: true, force: true })
})

/** Without it SQLite would take all indexes for equally selective. A discussion is said to have 700 comments. */
function isAnalyzed(): boolean {
  using store = new DatabaseSync(file, { readOnly: true })
  const found = store.prepare("SELECT stat FROM sqlite_stat1 WHERE idx = 'i:comments:asset'").get()
  return String(found?.['stat']).startsWith(`${LARGE + SMALL} 7`)
}

/** What the store is asked for these fields: their lists. */
async function askedFor(fields: string): Promise<Asked[]> {
  const moderator = platform.as(await platform.createUser({ roles: ['MODERATOR'] }))
  const asked = await listener.of(async () => {
    expect((await moderator.graphql(`{ ${fields} }`)).errors).toEqual([])
  })
  return asked.filter(({ options: { limit, sort } }) => sort && (limit ?? 0) > 1)
}

// Most discussions have a single comment. That says nothing about the one that is asked for.
test.each([
  ['{ author_id: "u1" asset_id: "large" }', 'author_asset'],
  ['{ author_id: "u1" asset_id: "large" parent_id: null }', 'author_asset'],
  ['{ author_id: "u1" asset_id: "large" sortBy: REPLIES }', 'author_asset'],
  ['{ author_id: "u1" asset_id: "large" statuses: [PREMOD, SYSTEM_WITHHELD] }', 'author_status'],
  ['{ author_id: "u1" parent_id: "c0" }', 'author_asset'],
  ['{ asset_id: "large" action_type: FLAG }', 'asset_flagged'],
  ['{ asset_id: "large" parent_id: null action_type: FLAG }', 'thread_flagged'],
  ['{ asset_id: "large" parent_id: null statuses: [ACCEPTED] }', 'thread_accepted'],
  ['{ asset_id: "large" parent_id: null statuses: [REJECTED] }', 'asset_status'],
  ['{ asset_id: "large" parent_id: null }', 'thread'],
  ['{ asset_id: "large" parent_id: null sortBy: REPLIES }', 'thread_replied'],
])('beside thousands of small discussions, comments(query: %s) are found by the index %s', async (query, index) => {
  await expect.poll(isAnalyzed, { timeout: 10_000 }).toBe(true)
  const [list] = await plansOf(await askedFor(`comments(query: ${query}) { nodes { id } }`))
  expect(list!.plan[0]).toContain(`i:comments:${index} `)
})

test.each([
  'comments(query: { asset_id: "large" parent_id: null action_type: FLAG sortBy: REPLIES }) { nodes { id } }',
  'comments(query: { asset_id: "large" parent_id: null statuses: [ACCEPTED] sortBy: REPLIES }) { nodes { id } }',
  'asset(id: "large") { comments(query: { statuses: [REJECTED] sortBy: REPLIES }) { nodes { id } } }',
  'comments(query: { asset_id: "large" excludeDeleted: true }) { nodes { id } }',
  'comments(query: { author_id: "u1" action_type: FLAG }) { nodes { id } }',
  'asset(id: "large") { comments { nodes { id } } }',
])(
  'a list of which most comments may have to be passed over has a deadline, and so may be read apart: %s',
  async fields => {
    const [list] = await askedFor(fields)
    expect(list!.options.maxTimeMS).toBeGreaterThan(0)
  },
)

test('comments of several discussions with an action that no index has are read apart, all together', async () => {
  const apart = vi.spyOn(Worker.prototype, 'postMessage')
  try {
    await askedFor(
      'assets(query: { limit: 2 }) { nodes { comments(query: { action_type: DONTAGREE }) { nodes { id } } } }',
    )
    expect(apart.mock.calls.map(([read]) => (read as { kind?: string }).kind)).toContain('first of each')
  } finally {
    apart.mockRestore()
  }
})
