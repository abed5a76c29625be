import type { Comment, PersonalData } from '@platform/plugin-sdk'
import type { ServerContext } from '../../contract/context.ts'
import { bodyHistoryOf, type StoredComment } from '../../runtime/comment-record.ts'
import { ERASE_TOGETHER, forgetDecider, inSteps } from '../erase-steps.ts'
import { forgetModeratorCounts, type ModeratorCounts, moderatorCountsIndexes } from './counts/moderators.ts'
import { createTombstones } from './tombstones.ts'

/** The comments of a user, and of a moderator the reasons given to authors, and the numbers of decisions. */
export const commentPersonalData: PersonalData<ServerContext> = {
  async *export(userId, { services: { docstore } }) {
    const own = docstore.collection<Comment>('comments').find({ author_id: userId }, { sort: { created_at: 1, id: 1 } })
    for await (const comment of own) yield { name: 'comments', record: exported(comment) }
    const decided = docstore.collection<Comment>('comments').find({ 'status_history.assigned_by': userId })
    for await (const { id, status_history: history } of decided)
      for (const { type: status, assigned_by: by, author_reason: reason, created_at } of history)
        if (by === userId && reason) yield { name: 'reasons', record: { comment_id: id, status, reason, created_at } }
    const counts = docstore.collection<ModeratorCounts>(moderatorCountsIndexes.collection)
    for await (const { _id, moderator_id, ...record } of counts.find({ moderator_id: userId }))
      yield { name: 'decisions-by-day', record }
  },
  erase: (userId, { services }) =>
    inSteps(
      id => createTombstones(services).makeSome(id, ERASE_TOGETHER),
      forgetDecider(services.docstore, 'comments', 'status_history'),
      forgetModeratorCounts(services.docstore),
    )(userId),
}

/** A comment for the export, without the names of moderators and the metadata of plugins. */
function exported(stored: StoredComment) {
  const { id, asset_id, parent_id, body, status, status_history, ...comment } = stored
  return {
    id,
    asset_id,
    parent_id,
    body,
    body_history: bodyHistoryOf(stored),
    status,
    status_history: status_history.map(({ type, created_at, author_reason: reason }) => ({
      type,
      created_at,
      ...(reason ? { reason } : {}),
    })),
    tags: comment.tags.map(({ tag }) => tag.name),
    created_at: comment.created_at,
    updated_at: comment.updated_at,
  }
}
