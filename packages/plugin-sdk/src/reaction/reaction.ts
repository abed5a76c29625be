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
 * The hooks of a reaction: everything between its mutation and its sort.
 *
 * @example
 * const { typeDefs }: Reaction = defineReaction('respect')
 */
export type Reaction = Required<
  Pick<ConsumerHooks<CoreContext>, 'typeDefs' | 'resolvers' | 'hooks' | 'setupFunctions' | 'Sort' | 'indexes'>
>

/**
 * Everything a reaction to comments needs: enum values, types, `createXAction` and `deleteXAction`,
 * the subscriptions `xActionCreated` and `xActionDeleted`, a sort by how often it was given, and its index.
 *
 * @param options - the verb in lower case, letters only (`respect`, `like`), or that and the plural its sort is called
 * by.
 * @throws Error for a name that can't be part of GraphQL names.
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
        keys: { asset_id: 1, [counter]: -1, created_at: -1, id: -1 },
      },
    ],
  }
}

/** Tells the reaction's own actions and summaries from others. */
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

/** Events of the discussion that was subscribed to. */
function ofAsset(event: string): Record<string, SetupFunction<CoreContext>> {
  return {
    [event]: (_options, { asset_id }: { asset_id: string }) => ({
      [event]: { filter: (event: Partial<ReactionEvent> | null) => event?.comment?.asset_id === asset_id },
    }),
  }
}
