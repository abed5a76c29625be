import { NotAuthorizedError, type Comment, type CommentStatus, type CoreMutators, type User } from '@platform/plugin-sdk'
import type { ServerContext } from '../../compose/context.ts'

const DECISION_EVENTS: Partial<Record<CommentStatus, string>> = { ACCEPTED: 'commentAccepted', REJECTED: 'commentRejected', NONE: 'commentReset' }

/** `context.mutators.Comment`: each checks the caller, writes, and announces what really changed. */
export function commentMutators(context: ServerContext): { Comment: CoreMutators['Comment'] } {
  const { comments } = context.platform.services
  const announce = (event: string, comment: Comment) => context.pubsub.publish(event, comment)

  return {
    Comment: {
      async create({ asset_id, parent_id, body, tags, status, metadata }) {
        const comment = await comments.create(allowed(context, 'CREATE_COMMENT'), {
          asset_id, body, parent_id: parent_id ?? null, tags: tags ?? [], status: (status ?? null) as CommentStatus | null, metadata: { ...metadata },
        })
        await announce('commentAdded', comment)
        return comment
      },
      async edit({ id, asset_id, edit }) {
        const { after } = await comments.edit(allowed(context, 'EDIT_COMMENT'), { id, asset_id, body: edit.body, metadata: { ...edit.metadata } })
        await announce('commentEdited', after)
        return after
      },
      async setStatus({ id, status }) {
        const { before, after } = await comments.setStatus(allowed(context, 'SET_COMMENT_STATUS'), id, status as CommentStatus)
        const event = DECISION_EVENTS[after.status]
        if (before !== after && event) await announce(event, after)
        return after
      },
    },
  }
}

function allowed(context: ServerContext, permission: string): User {
  if (!context.user || !context.can(permission)) throw new NotAuthorizedError()
  return context.user
}
