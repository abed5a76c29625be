import type { Comment, PersonalData } from '@platform/plugin-sdk'
import type { ServerContext } from '../../contract/context.ts'
import { ERASE_BATCH, forgetDecider, inSteps } from '../erase-steps.ts'
import { createTombstones } from './tombstones.ts'

/** The comments of a user, and the decisions of a moderator about comments. */
export const commentPersonalData: PersonalData<ServerContext> = {
  async *export(userId, { services: { docstore } }) {
    const own = docstore.collection<Comment>('comments').find({ author_id: userId }, { sort: { created_at: 1, id: 1 } })
    for await (const comment of own) yield { name: 'comments', record: exported(comment) }
  },
  erase: (userId, { services }) =>
    inSteps(
      id => createTombstones(services).makeSome(id, ERASE_BATCH),
      forgetDecider(services.docstore, 'comments', 'status_history'),
    )(userId),
}

/** A comment for the export, without the names of moderators and the metadata of plugins. */
function exported({ id, asset_id, parent_id, body, body_history, status, status_history, ...comment }: Comment) {
  return {
    id,
    asset_id,
    parent_id,
    body,
    body_history,
    status,
    status_history: status_history.map(({ type, created_at }) => ({ type, created_at })),
    tags: comment.tags.map(({ tag }) => tag.name),
    created_at: comment.created_at,
    updated_at: comment.updated_at,
  }
}
