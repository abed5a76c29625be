import type { Comment } from '@platform/plugin-sdk'
import { CommentModel } from '@platform/server/models/comment'
import DataLoader from 'dataloader'
import { countDescendants } from './descendants.ts'

type Reply = Pick<Comment, 'id' | 'parent_id' | 'reply_count'>
type Replies = DataLoader<string, readonly Reply[]>

const VISIBLE = ['NONE', 'ACCEPTED'] as const

/** Makes the loader of counts for one request. It reads the replies of each comment once, also for several counts. */
export function createDeepCounts(): DataLoader<string, number> {
  const replies: Replies = new DataLoader(readReplies)
  return new DataLoader(async ids => {
    const counts = countDescendants(ids, await readBelow(ids, replies))
    return ids.map(id => counts.get(id) ?? 0)
  })
}

/**
 * Reads the visible replies of many parents. Replies below a hidden comment are not counted, because readers can't see
 * them.
 */
async function readReplies(parents: readonly string[]): Promise<Reply[][]> {
  const replies: Reply[] = await CommentModel.find(
    { parent_id: { $in: [...parents] }, status: { $in: [...VISIBLE] } },
    { id: 1, parent_id: 1, reply_count: 1 },
  )
  const byParent = Map.groupBy(replies, reply => reply.parent_id)
  return parents.map(parent => byParent.get(parent) ?? [])
}

/** Reads the ids of replies by parent, one level of all comments with each query. */
async function readBelow(ids: readonly string[], replies: Replies): Promise<Map<string, string[]>> {
  const children = new Map<string, string[]>()
  let parents = ids
  while (parents.length > 0) {
    const level = await Promise.all(parents.map(parent => replies.load(parent)))
    for (const [i, parent] of parents.entries())
      children.set(
        parent,
        level[i]!.map(({ id }) => id),
      )
    parents = level
      .flat()
      .filter(({ id, reply_count: direct }) => direct > 0 && !children.has(id))
      .map(({ id }) => id)
  }
  return children
}
