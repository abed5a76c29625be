import type { Comment } from '@platform/plugin-sdk'
import { CommentModel } from '@platform/server/models/comment'
import DataLoader from 'dataloader'
import { countDescendants } from './descendants.ts'

type Parent = Pick<Comment, 'id' | 'asset_id' | 'reply_count'>
type Reply = Parent & Pick<Comment, 'parent_id'>
type Replies = DataLoader<Parent, readonly Reply[], string>

const VISIBLE = ['NONE', 'ACCEPTED'] as const

/** Makes the loader of counts for one request. It reads the replies of each comment once, also for several counts. */
export function createDeepCounts(): DataLoader<string, number> {
  const replies: Replies = new DataLoader(readReplies, { cacheKeyFn: ({ id }) => id })
  return new DataLoader(async ids => {
    const roots: Parent[] = await CommentModel.find({ id: { $in: [...ids] } }, { id: 1, asset_id: 1, reply_count: 1 })
    const counts = countDescendants(ids, await readBelow(roots, replies))
    return ids.map(id => counts.get(id) ?? 0)
  })
}

/**
 * Reads the visible replies of many parents. Replies below a hidden comment are not counted, because readers can't see
 * them. The query names the asset too, because the index of threads begins with it.
 */
async function readReplies(parents: readonly Parent[]): Promise<Reply[][]> {
  const byAsset = [...Map.groupBy(parents, ({ asset_id }) => asset_id)]
  const replies: Reply[] = await CommentModel.find(
    {
      $or: byAsset.map(([asset_id, own]) => ({ asset_id, parent_id: { $in: own.map(({ id }) => id) } })),
      status: { $in: [...VISIBLE] },
    },
    { id: 1, asset_id: 1, parent_id: 1, reply_count: 1 },
  )
  const byParent = Map.groupBy(replies, reply => reply.parent_id)
  return parents.map(({ id }) => byParent.get(id) ?? [])
}

/** Reads the ids of replies by parent, one level of all comments with each query. */
async function readBelow(roots: readonly Parent[], replies: Replies): Promise<Map<string, string[]>> {
  const children = new Map<string, string[]>()
  let level = roots
  while (level.length > 0) {
    const parents = level.filter(({ id, reply_count: direct }) => direct > 0 && !children.has(id))
    const below = await Promise.all(parents.map(parent => replies.load(parent)))
    for (const [i, { id }] of parents.entries())
      children.set(
        id,
        below[i]!.map(reply => reply.id),
      )
    level = below.flat()
  }
  return children
}
