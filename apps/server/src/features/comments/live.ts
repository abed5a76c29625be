import type { Permission } from '@platform/auth'
import type { Comment, HookObject, SetupFunction } from '@platform/plugin-sdk'
import type { ServerContext } from '../../contract/context.ts'
import { isVisible, VISIBLE_STATUSES } from './model.ts'

type Hooks = HookObject<ServerContext>

interface AddedArgs {
  asset_id?: string | null
  statuses?: readonly string[] | null
}
interface Args {
  asset_id?: string | null
}

/**
 * Passes events to callers with the permission. Other callers get those of visible comments in the discussion that
 * they ask for, unless the permission is required of all callers.
 */
const needing =
  (event: string, permission: Permission, { ofAll = false } = {}): SetupFunction<ServerContext> =>
  (_options, { asset_id: asset }: Args) => ({
    [event]: {
      filter: (comment: Comment, context: ServerContext) =>
        (!asset || comment.asset_id === asset) &&
        ((!ofAll && Boolean(asset) && isVisible(comment)) || context.can(permission)),
    },
  })

/** Passes the events of comments that readers, or their author alone, saw before and may not see any more. */
const whenRemoved: SetupFunction<ServerContext> = (_options, { asset_id: asset }: Args) => {
  const filter = (comment: Comment, context: ServerContext) =>
    comment.asset_id === asset &&
    !isVisible(comment) &&
    (comment.status_history.slice(0, -1).some(wasVisible) || comment.author_id === context.user?.id)
  return { commentEdited: { filter }, commentRejected: { filter }, commentHeld: { filter } }
}

const wasVisible = ({ type }: Comment['status_history'][number]) => VISIBLE_STATUSES.some(visible => visible === type)

/** Passes the events of comments that readers see again. */
const whenRestored: SetupFunction<ServerContext> = (_options, { asset_id: asset }: Args) => ({
  commentReset: { filter: (comment: Comment) => comment.asset_id === asset && isVisible(comment) },
})

/** Passes the events of comments that wait again, too: a decision is taken back to the status from before. */
const whenReset: SetupFunction<ServerContext> = (options, args: Args) => {
  const reset = needing('commentReset', 'SUBSCRIBE_COMMENT_RESET', { ofAll: true })(options, args)
  return { ...reset, commentHeld: { ...reset['commentReset'] } }
}

/** Readers of a discussion get the events of comments that they can see, and moderators those of every comment. */
export const commentFilters: NonNullable<Hooks['setupFunctions']> = {
  commentAdded: (_options, { asset_id: asset, statuses }: AddedArgs) => ({
    commentAdded: {
      filter(event: Comment, context: ServerContext) {
        const wanted = statuses === undefined ? ['NONE', 'ACCEPTED'] : statuses
        const needsMore =
          !asset || wanted === null || !wanted.every(status => VISIBLE_STATUSES.some(visible => visible === status))
        if (needsMore && !context.can('SUBSCRIBE_ALL_COMMENT_ADDED')) return false
        return (!asset || event.asset_id === asset) && (wanted === null || wanted.includes(event.status))
      },
    },
  }),
  commentEdited: needing('commentEdited', 'SUBSCRIBE_ALL_COMMENT_EDITED'),
  commentAccepted: needing('commentAccepted', 'SUBSCRIBE_ALL_COMMENT_ACCEPTED'),
  commentRemoved: whenRemoved,
  commentRestored: whenRestored,
  commentRejected: needing('commentRejected', 'SUBSCRIBE_COMMENT_REJECTED', { ofAll: true }),
  commentReset: whenReset,
  commentFlagged: needing('commentFlagged', 'SUBSCRIBE_COMMENT_FLAGGED', { ofAll: true }),
}

/** The comment of an event is read again on delivery, so that no reader gets one that was hidden meanwhile. */
export const commentSubscriptions: NonNullable<Hooks['resolvers']>[string] = {
  ...Object.fromEntries(
    Object.keys(commentFilters).map(event => [
      event,
      ({ id }: Comment, _args: unknown, { loaders }: ServerContext) => loaders.Comments.get(id),
    ]),
  ),
  commentRemoved: ({ id }: Comment) => id,
}
