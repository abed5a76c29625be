import type { Docstore } from '@platform/docstore'
import type { Action, Comment, User } from '@platform/plugin-sdk'
import type { Drift } from '#server/features/comments/counts/recount'
import { verifyCounts } from '#server/features/comments/counts/verify'

/** Everything that is not as it should be. */
export async function faults(docstore: Docstore): Promise<unknown[]> {
  const drift: Drift[] = []
  for await (const step of verifyCounts(docstore, { fix: false })) drift.push(...step.drift)
  const comments = await docstore.collection<Comment>('comments').find({}).toArray()
  const actions = await docstore.collection<Action>('actions').find({}).toArray()
  const users = await docstore.collection<User>('users').find({}).toArray()
  const items = new Set([...comments, ...users].map(({ id }) => id))
  const places = new Map(comments.map(({ id, asset_id: asset }) => [id, asset]))
  return [
    ...drift,
    ...comments.filter(
      ({ deleted_at: deleted, status, status_history: history }) => !deleted && history.at(-1)!.type !== status,
    ),
    ...comments.filter(
      ({ deleted_at: deleted, body, body_history: history }) => !deleted && (history?.at(-1)?.body ?? body) !== body,
    ),
    ...comments.filter(({ parent_id: parent, asset_id: asset }) => parent !== null && places.get(parent) !== asset),
    ...actions.filter(({ item_id: item }) => !items.has(item)),
  ]
}
