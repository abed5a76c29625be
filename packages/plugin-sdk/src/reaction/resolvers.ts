import type { CoreContext } from '../context.ts'
import { NotFoundError, PlatformError } from '../errors.ts'
import type { FieldResolvers } from '../hooks/resolvers.ts'
import type { Action, Comment } from '../records.ts'
import type { ReactionNames } from './names.ts'

/** The event that is published when a reaction is created or deleted. */
export interface ReactionEvent {
  readonly action: Action
  readonly comment: Pick<Comment, 'id' | 'asset_id'>
}

type Resolvers = Readonly<Record<string, FieldResolvers<CoreContext>>>

/** Resolvers of the reaction's own type, its subscriptions and its two mutations. */
export function reactionResolvers(names: ReactionNames): Resolvers {
  const { lower, type } = names
  return {
    [`${type}Action`]: {
      user: ({ user_id }: Action, _args, context) =>
        user_id !== null && (user_id === context.user?.id || context.can('SEARCH_OTHER_USERS'))
          ? context.loaders.Users.getByID(user_id)
          : null,
    },
    Subscription: {
      [`${lower}ActionCreated`]: ({ action }: ReactionEvent) => action,
      [`${lower}ActionDeleted`]: ({ action }: ReactionEvent) => action,
    },
    RootMutation: {
      [`create${type}Action`]: (_root: unknown, { input }: { input: { item_id: string } }, context: CoreContext) =>
        create(names, input.item_id, context),
      [`delete${type}Action`]: (_root: unknown, { input }: { input: { id: string } }, context: CoreContext) =>
        takeBack(names, input.id, context),
    },
  }
}

async function create(
  { lower, action }: ReactionNames,
  commentId: string,
  context: CoreContext,
): Promise<Record<string, unknown>> {
  const comment = await context.loaders.Comments.get(commentId)
  if (!comment || comment.deleted_at) throw new NotFoundError('The comment')
  try {
    const made = await context.mutators.Action.create({
      item_id: comment.id,
      item_type: 'COMMENTS',
      action_type: action,
    })
    await announce(context, `${lower}ActionCreated`, made, comment)
    return { [lower]: made }
  } catch (error) {
    if (error instanceof PlatformError && error.code === 'ALREADY_EXISTS')
      return { [lower]: error.metadata['existing'] }
    throw error
  }
}

/** Deletes by id and type, because this plugin may not delete the caller's actions of other types. */
async function takeBack({ lower, action }: ReactionNames, id: string, context: CoreContext): Promise<null> {
  const deleted = await context.mutators.Action.delete({ id, action_type: action })
  const comment = deleted && (await context.loaders.Comments.get(deleted.item_id))
  if (comment) await announce(context, `${lower}ActionDeleted`, deleted, comment)
  return null
}

function announce(context: CoreContext, event: string, action: Action, { id, asset_id }: Comment): Promise<void> {
  return context.pubsub.publish(event, { action, comment: { id, asset_id } } satisfies ReactionEvent)
}
