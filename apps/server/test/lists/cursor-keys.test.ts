import { createTestPlatform } from '@platform/plugin-testing'
import { expect, test } from 'vitest'
import { readPage } from '#server/paging/page'

interface Follow {
  readonly id: string
  readonly asset_id: string
  readonly created_at: Date
}

test('a list sorted by a time and the id of another record goes on after its first page', async () => {
  await using platform = await createTestPlatform()
  const collection = platform.services.docstore.collection<Follow>('followed_assets')
  const now = new Date('2026-03-01T12:00:00.000Z')
  await collection.insertMany(['a', 'b', 'c'].map(id => ({ id: `follow-${id}`, asset_id: id, created_at: now })))
  const list = { filter: {}, keys: ['created_at', 'asset_id'], direction: 1, limit: 2 } as const
  const first = await readPage(collection, { ...list, cursor: null })
  const second = await readPage(collection, { ...list, cursor: first.endCursor })
  expect([first, second].map(({ nodes }) => nodes.map(({ asset_id }) => asset_id))).toEqual([['a', 'b'], ['c']])
})
