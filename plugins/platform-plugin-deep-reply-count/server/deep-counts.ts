import type { Comment } from '@platform/plugin-sdk'
import { CommentModel } from '@platform/server/models/comment'
import DataLoader from 'dataloader'
import { countDescendants, type Thread } from './descendants.ts'

type Parent = Pick<Comment, 'id' | 'asset_id' | 'reply_count'>
type Reply = Parent & Pick<Comment, 'parent_id'>
/** `null` after the last comment that a request may read. */
type Replies = DataLoader<Parent, readonly Reply[] | null, string>

const VISIBLE = ['NONE', 'ACCEPTED'] as const

/** The most comments with replies that are read for one request, so that no reader keeps the server from others. */
const MOST_READ = 3_000

/** Makes the loader of counts for one request. It reads the replies of each comment once, also for several counts. */
export function createDeepCounts(): DataLoader<string, number | null> {
  const replies = createReplies()
  return new DataLoader(async ids => {
    const roots: Parent[] = await CommentModel.find({ id: { $in: [...ids] } }, { id: 1, asset_id: 1, reply_count: 1 })
    const threads = await readBelow(roots, replies)
    if (!threads) return ids.map(() => null)
    const counts = countDescendants(ids, threads)
    return ids.map(id => counts.get(id) ?? 0)
  })
}

/**
 * Makes the loader of the visible replies that have replies. The others are counted with their parent. Replies below a
 * hidden comment are not counted, because readers can't see them.
 */
function createReplies(): Replies {
  let left = MOST_READ
  const read = async (parents: readonly Parent[]) => {
    if (left < 0) return parents.map(() => null)
    const byAsset = Map.groupBy(parents, ({ asset_id }) => asset_id)
    const replies: Reply[] = await CommentModel.find(
      {
        // The index of threads begins with the asset.
        $or: [...byAsset].map(([asset_id, own]) => ({
          asset_id,
          parent_id: { $in: own.map(({ id }) => id) },
          reply_count: { $gt: 0 },
        })),
        status: { $in: [...VISIBLE] },
      },
      { id: 1, asset_id: 1, parent_id: 1, reply_count: 1 },
    ).limit(left + 1)
    left -= replies.length
    if (left < 0) return parents.map(() => null)
    const byParent = Map.groupBy(replies, reply => reply.parent_id)
    return parents.map(({ id }) => byParent.get(id) ?? [])
  }
  return new DataLoader(read, { cacheKeyFn: ({ id }) => id })
}

/**
 * Reads the comments with replies, one level of all comments with each query.
 *
 * @returns `null` when they are more than a request may read
 */
async function readBelow(roots: readonly Parent[], replies: Replies): Promise<Map<string, Thread> | null> {
  const threads = new Map<string, Thread>()
  let level = roots
  while (level.length > 0) {
    const parents = level.filter(({ id, reply_count: direct }) => direct > 0 && !threads.has(id))
    const next: Reply[] = []
    for (const [i, below] of (await Promise.all(parents.map(parent => replies.load(parent)))).entries()) {
      if (!below) return null
      const { id, reply_count: direct } = parents[i]!
      threads.set(id, { direct, below: below.map(reply => reply.id) })
      next.push(...below)
    }
    level = next
  }
  return threads
}
