import type { Action, CoreLoaders } from '@platform/plugin-sdk'
import DataLoader from 'dataloader'
import { type GraphQLSchema, isEnumType } from 'graphql'
import type { ServerContext } from '../../contract/context.ts'
import { oncePer } from '../../runtime/once-per.ts'
import { inOrder } from './newest.ts'
import { summarise, typesIn } from './summaries.ts'

const NONE: Promise<Action[]> = Promise.resolve([])

/** The actions of one kind on one item. */
interface OfKind {
  readonly type: string
  readonly id: string
}

const idsOf = (wanted: readonly OfKind[]): readonly string[] => wanted.map(({ id }) => id)

/** `context.loaders.Actions`: the reads of one request, put together. */
export function actionLoaders(context: ServerContext): { Actions: CoreLoaders['Actions'] } {
  const { actions, composition } = context.services
  let seesAll: boolean | undefined
  const newest = new DataLoader<OfKind, readonly Action[], string>(
    async wanted => {
      const byType = Map.groupBy(wanted, ({ type }) => type)
      const read = [...byType].map(async ([type, some]) => {
        return [type, await actions.newestOf(type, idsOf(some))] as const
      })
      const found = new Map(await Promise.all(read))
      return wanted.map(({ type, id }) => found.get(type)?.get(id) ?? [])
    },
    { cacheKeyFn: ({ type, id }) => `${type} ${id}` },
  )
  const ofKinds = async (id: string, types: readonly string[]) =>
    inOrder((await Promise.all(types.map(type => newest.load({ type, id })))).flat())
  const own = new DataLoader<string, Action[]>(async ids => {
    const found = Map.groupBy(
      context.user ? await actions.findByUser(context.user.id, ids) : [],
      action => action.item_id,
    )
    return ids.map(id => found.get(id) ?? [])
  })
  const summariesOf = (counts: Record<string, number>, mine: readonly Action[]) => {
    seesAll ??= context.can('SEARCH_ACTIONS')
    return summarise(counts, { types: actionTypes(composition.schema), seesAll, own: mine })
  }
  return {
    Actions: {
      getByID: id => ofKinds(id, actionTypes(composition.schema)),
      getByItem: ({ id, action_counts: counts }) => ofKinds(id, typesIn(counts, actionTypes(composition.schema))),
      getSummariesByItem({ id, action_counts: counts }) {
        const isUnread = context.user !== null && Object.keys(counts).length > 0
        return (isUnread ? own.load(id) : NONE).then(mine => summariesOf(counts, mine))
      },
    },
  }
}

/** The longest first, because a longer type may begin with a shorter one. */
const actionTypes = oncePer((schema: GraphQLSchema): readonly string[] => {
  const type = schema.getType('ACTION_TYPE')
  const names = isEnumType(type) ? type.getValues().map(value => value.name) : []
  return names.sort((a, b) => b.length - a.length)
})
