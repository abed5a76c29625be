import {
  BadUserInputError,
  type Comment,
  NotAuthorizedError,
  NotFoundError,
  type PluginContext,
  type User,
} from '@platform/plugin-sdk'
import { CommentModel } from '@platform/server/models/comment'
import { UserModel } from '@platform/server/models/user'
import { ON_COMMENT, ON_USER } from '../names.ts'
import { starsOf } from '../records.ts'

export interface StarMutators {
  /** Stars a comment, or takes the star back. Resolves to the changed comment. */
  set(wish: { readonly comment_id: string; readonly kept: boolean }): Promise<Comment>
}

/**
 * `mutators`: functions that write. Use them for every change. Each checks the caller's permission itself, so that
 * resolvers, routes and other plugins need no check before they call it.
 */
export function mutators(context: PluginContext<unknown, { starLimit: number }>): { Stars: StarMutators } {
  return {
    Stars: {
      async set({ comment_id: id, kept }) {
        const { user } = context
        if (!user || !context.can('CREATE_ACTION')) throw new NotAuthorizedError()
        const comment = await context.loaders.Comments.get(id)
        if (!comment || comment.deleted_at) throw new NotFoundError('The comment')
        const changed = kept ? await keep(user, id, context.plugins.starLimit) : await drop(user, id)
        if (!changed) return comment
        const counted = await CommentModel.findOneAndUpdate(
          { id },
          { $inc: { [ON_COMMENT]: kept ? 1 : -1 } },
          { new: true },
        )
        if (kept) {
          for (const { value } of context.pluginHooks('starListeners')) for (const listen of value) listen(id)
          await context.pubsub.publish('commentStarred', { comment: { id, asset_id: comment.asset_id } })
        }
        return counted ?? comment
      },
    },
  }
}

/** Writes in one step of the store, so that two simultaneous requests count once and no user exceeds the limit. */
async function keep({ id }: User, commentId: string, maxStars: number): Promise<boolean> {
  const changed = await UserModel.findOneAndUpdate(
    { id, [ON_USER]: { $ne: commentId }, [`${ON_USER}.${maxStars - 1}`]: { $exists: false } },
    { $push: { [ON_USER]: commentId } },
  )
  if (changed) return true
  const user = await UserModel.findById(id)
  if (user && starsOf(user).includes(commentId)) return false
  throw new BadUserInputError(`You have starred ${maxStars} comments already; take a star back first`, {
    metadata: { maxStars },
  })
}

async function drop({ id }: User, commentId: string): Promise<boolean> {
  return (await UserModel.findOneAndUpdate({ id, [ON_USER]: commentId }, { $pull: { [ON_USER]: commentId } })) !== null
}
