import pluralize from 'pluralize'
import { AlreadyExistsError, NotFoundError, PlatformError } from './errors.ts'
import type { GraphContext } from './context.ts'
import type { HookObject } from './hooks.ts'
import type { Action, Comment } from './records.ts'
import { reactionSort } from './reaction-sort.ts'
import { reactionTypeDefs } from './reaction-typedefs.ts'

/** The hooks of a reaction: everything between its mutation and its sort. */
export type Reaction = Required<Pick<HookObject, 'typeDefs' | 'resolvers' | 'hooks' | 'setupFunctions' | 'Sort' | 'indexes'>>

/** The names derived from a reaction's name. */
export interface ReactionNames {
  /** `respect` */
  readonly lower: string
  /** `Respect` */
  readonly type: string
  /** `RESPECT` */
  readonly action: string
  /** `respects` */
  readonly plural: string
}

/**
 * Everything a reaction to comments needs: enum values, types, `createXAction` and `deleteXAction`,
 * the subscriptions `xActionCreated` and `xActionDeleted`, a sort by how often it was given, and its index.
 *
 * @param name - the verb in lower case, letters only: `respect`, `like`.
 * @throws Error for a name that can't be a GraphQL name.
 * @example
 * export default definePlugin({ name: 'platform-plugin-respect', ...defineReaction('respect') })
 */
export function defineReaction(name: string): Reaction {
  if (!/^[a-z]+$/.test(name)) throw new Error(`defineReaction(${JSON.stringify(name)}): use lower-case letters only, like 'respect'`)
  const names = { lower: name, type: name[0]!.toUpperCase() + name.slice(1), action: name.toUpperCase(), plural: pluralize(name) }
  return {
    typeDefs: reactionTypeDefs(names),
    resolvers: reactionResolvers(names),
    hooks: {
      Action: { __resolveType: { post: action => action.action_type === names.action ? `${names.type}Action` : undefined } },
      ActionSummary: { __resolveType: { post: summary => summary.action_type === names.action ? `${names.type}ActionSummary` : undefined } },
      AssetActionSummary: { __resolveType: { post: summary => summary.action_type === names.action ? `${names.type}AssetActionSummary` : undefined } },
    },
    setupFunctions: Object.fromEntries([`${name}ActionCreated`, `${name}ActionDeleted`].map(field => [
      field, (_options: unknown, args: { asset_id: string }) => ({ [field]: { filter: ({ comment }: ReactionEvent) => comment.asset_id === args.asset_id } }),
    ])),
    Sort: () => ({ Comments: { [names.plural]: reactionSort(`action_counts.${name}`) } }),
    indexes: [{ collection: 'comments', name: `asset_${names.plural}`, keys: { asset_id: 1, [`action_counts.${name}`]: -1, created_at: -1, id: -1 } }],
  }
}

interface ReactionEvent { readonly action: Action; readonly comment: Pick<Comment, 'id' | 'asset_id'> }

function reactionResolvers({ lower, type, action }: ReactionNames): NonNullable<HookObject['resolvers']> {
  const announce = (context: GraphContext, event: string, made: Action, comment: Comment) =>
    context.pubsub.publish(`${lower}Action${event}`, { action: made, comment: { id: comment.id, asset_id: comment.asset_id } } satisfies ReactionEvent)
  return {
    [`${type}Action`]: {
      user: ({ user_id }: Action, _args: unknown, context: GraphContext) =>
        user_id !== null && (user_id === context.user?.id || context.can('SEARCH_OTHER_USERS')) ? context.loaders.Users.getByID(user_id) : null,
    },
    Subscription: {
      [`${lower}ActionCreated`]: ({ action: made }: ReactionEvent) => made,
      [`${lower}ActionDeleted`]: ({ action: made }: ReactionEvent) => made,
    },
    RootMutation: {
      async [`create${type}Action`](_root: unknown, { input }: { input: { item_id: string } }, context: GraphContext) {
        const comment = await context.loaders.Comments.get(input.item_id)
        if (!comment || comment.deleted_at) throw new NotFoundError('The comment')
        try {
          const made = await context.mutators.Action.create({ item_id: comment.id, item_type: 'COMMENTS', action_type: action })
          await announce(context, 'Created', made, comment)
          return { [lower]: made }
        } catch (error) {
          if (error instanceof PlatformError && error.code === 'ALREADY_EXISTS') return { [lower]: (error as AlreadyExistsError).metadata['existing'] }
          throw error
        }
      },
      async [`delete${type}Action`](_root: unknown, { input }: { input: { id: string } }, context: GraphContext) {
        const deleted = await context.mutators.Action.delete({ id: input.id, action_type: action })
        const comment = deleted && await context.loaders.Comments.get(deleted.item_id)
        if (comment) await announce(context, 'Deleted', deleted, comment)
        return null
      },
    },
  }
}
