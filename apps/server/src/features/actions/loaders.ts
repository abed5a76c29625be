import type { Action, CoreLoaders } from '@platform/plugin-sdk'
import DataLoader from 'dataloader'
import { type GraphQLSchema, isEnumType } from 'graphql'
import type { ServerContext } from '../../contract/context.ts'
import { oncePer } from '../../runtime/once-per.ts'
import { summarise } from './summaries.ts'

const NONE: Promise<Action[]> = Promise.resolve([])

/** `context.loaders.Actions`: the reads of one request, put together. */
export function actionLoaders(context: ServerContext): { Actions: CoreLoaders['Actions'] } {
  const { actions, composition } = context.services
  let seesAll: boolean | undefined
  const batch = (read: (ids: readonly string[]) => Promise<Action[]>) =>
    new DataLoader<string, Action[]>(async ids => {
      const found = Map.groupBy(await read(ids), action => action.item_id)
      return ids.map(id => found.get(id) ?? [])
    })
  const all = batch(ids => actions.findByItems(ids))
  const own = batch(async ids => (context.user ? actions.findByUser(context.user.id, ids) : []))
  const summariesOf = (counts: Record<string, number>, mine: readonly Action[]) => {
    seesAll ??= context.can('SEARCH_ACTIONS')
    return summarise(counts, { types: actionTypes(composition.schema), seesAll, own: mine })
  }
  return {
    Actions: {
      getByID: id => all.load(id),
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
