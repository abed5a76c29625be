import type { CoreContext } from '../context.ts'
import type { TypeHook } from '../hooks/field-hooks.ts'
import type { ConsumerHooks } from '../hooks/hook-object.ts'
import type { SetupFunction } from '../hooks/live.ts'
import { shared } from '../shared.ts'
import { type ReactionNames, type ReactionOptions, reactionNames } from './names.ts'
import { type ReactionEvent, reactionResolvers } from './resolvers.ts'
import { reactionSort } from './sort.ts'
import { reactionTypeDefs } from './typedefs.ts'

export type { ReactionNames, ReactionOptions } from './names.ts'

/**
 * The hooks of a reaction.
 *
 * @example
 * const { typeDefs }: Reaction = defineReaction('respect')
 */
export type Reaction = Required<
  Pick<ConsumerHooks<CoreContext>, 'typeDefs' | 'resolvers' | 'hooks' | 'setupFunctions' | 'Sort' | 'indexes'>
>

/**
 * Makes all hooks of a reaction to comments: enum values, types, the mutations `createXAction` and `deleteXAction`, the
 * subscriptions `xActionCreated` and `xActionDeleted`, a sort by the number of reactions, and the index of that sort.
 *
 * @param options - the verb in lower case, letters only (`respect`, `like`), or the verb and its plural, which names
 * the sort
 * @throws Error for a name that GraphQL names can't contain
 * @example
 * export default definePlugin({ name: 'platform-plugin-respect', sdk: '^1.0', ...defineReaction('respect') })
 */
export function defineReaction(options: string | ReactionOptions): Reaction {
  const names = reactionNames(options)
  const counter = `action_counts.${names.lower}`
  return {
    typeDefs: reactionTypeDefs(names),
    resolvers: reactionResolvers(names),
    hooks: {
      Action: typeOf(names, 'Action'),
      ActionSummary: typeOf(names, 'ActionSummary'),
      AssetActionSummary: typeOf(names, 'AssetActionSummary'),
    },
    setupFunctions: { ...ofAsset(`${names.lower}ActionCreated`), ...ofAsset(`${names.lower}ActionDeleted`) },
    Sort: () => ({ Comments: { [names.plural]: reactionSort(counter) } }),
    indexes: [
      {
        collection: 'comments',
        name: `asset_${names.plural}`,
        keys: { asset_id: 1, parent_id: 1, [counter]: -1, created_at: -1, id: -1 },
      },
    ],
  }
}

/** Resolves the type of the reaction's own actions and summaries, and of no others. */
function typeOf(
  { type, action }: ReactionNames,
  suffix: string,
): { readonly __resolveType: { readonly post: TypeHook<CoreContext> } } {
  return {
    __resolveType: {
      post: shared((value: { readonly action_type?: string }) =>
        value.action_type === action ? `${type}${suffix}` : undefined,
      ),
    },
  }
}

/** Subscribers get the events of the asset that they subscribed to. */
function ofAsset(event: string): Record<string, SetupFunction<CoreContext>> {
  return {
    [event]: (_options, { asset_id }: { asset_id: string }) => ({
      [event]: { filter: (event: Partial<ReactionEvent> | null) => event?.comment?.asset_id === asset_id },
    }),
  }
}
