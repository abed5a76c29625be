import { expect, test } from 'vitest'
import { type AdminComment, createComments } from '../src/app/comments.ts'
import type { Graph } from '../src/browser/graph.ts'
import { ModerationQueue } from '../src/documents/generated.ts'
import { type Order, Rows } from '../src/moderate/rows.ts'

/** A queue on the server, and its rows in the panel: twenty are read at a time. */
function startRows(order: Order, count: number) {
  const stored: AdminComment[] = []
  const write = (more: number) => {
    for (let i = 0; i < more; i++) {
      const id = String(stored.length).padStart(3, '0')
      stored.push({ id, created_at: `2030-01-01T00:00:00.${id}Z` } as AdminComment)
    }
  }
  write(count)
  const page = (cursor: string | null) => {
    const sorted = order === 'ASC' ? stored : stored.toReversed()
    const start = cursor === null ? 0 : sorted.findIndex(({ id }) => id === cursor) + 1
    const nodes = sorted.slice(start, start + 20)
    return { nodes, endCursor: nodes.at(-1)?.id ?? null, hasNextPage: start + 20 < sorted.length }
  }
  const ask = async (document: unknown, { query, ids }: { query?: { cursor: string | null }; ids?: string[] }) =>
    document === ModerationQueue
      ? { data: { comments: page(query?.cursor ?? null) } }
      : { data: { commentsById: stored.filter(({ id }) => ids?.includes(id)) } }
  const comments = createComments()
  const rows = new Rows({ comments, graph: { ask } as never as Graph, order, selection: {}, holds: () => true })
  return { rows, stored, write }
}

test('of many comments that came while nothing was heard none is left out once the new ones are shown', async () => {
  const { rows, stored, write } = startRows('DESC', 10)
  await rows.readMore()
  write(50)
  await rows.catchUp()
  expect(rows.waiting.value).toBeGreaterThan(0)
  await rows.showWaiting()
  while (rows.hasMore.value) await rows.readMore()
  expect(rows.ids.value).toEqual(stored.toReversed().map(({ id }) => id))
})

test('with the oldest first, what came while nothing was heard stands at the end', async () => {
  const { rows, stored, write } = startRows('ASC', 30)
  while (rows.hasMore.value) await rows.readMore()
  write(5)
  await rows.catchUp()
  while (rows.hasMore.value) await rows.readMore()
  expect(rows.ids.value).toEqual(stored.map(({ id }) => id))
})

test('a few comments that came while nothing was heard are shown above those that were read', async () => {
  const { rows, stored, write } = startRows('DESC', 50)
  await rows.readMore()
  write(5)
  await rows.catchUp()
  expect([rows.waiting.value, rows.ids.value.length]).toEqual([5, 20])
  await rows.showWaiting()
  expect(rows.ids.value).toEqual(
    stored
      .toReversed()
      .map(({ id }) => id)
      .slice(0, 25),
  )
})
