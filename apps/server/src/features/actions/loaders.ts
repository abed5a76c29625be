import type { Action, CoreLoaders } from '@platform/plugin-sdk'
import DataLoader from 'dataloader'
import { isEnumType } from 'graphql'
import type { ServerContext } from '../../contract/context.ts'
import { summarise } from './summaries.ts'

/** `context.loaders.Actions`: the reads of one request, put together. */
export function actionLoaders(context: ServerContext): { Actions: CoreLoaders['Actions'] } {
  const { actions } = context.services
  const batch = (read: (ids: readonly string[]) => Promise<Action[]>) =>
    new DataLoader<string, Action[]>(async ids => {
      const found = Map.groupBy(await read(ids), action => action.item_id)
      return ids.map(id => found.get(id) ?? [])
    })
  const all = batch(ids => actions.findByItems(ids))
  const own = batch(async ids => (context.user ? actions.findByUser(context.user.id, ids) : []))
  return {
    Actions: {
      getByID: id => all.load(id),
      async getSummariesByItem({ id, action_counts: counts }) {
        if (Object.keys(counts).length === 0) return []
        return summarise(counts, {
          types: actionTypes(context),
          seesAll: context.can('SEARCH_ACTIONS'),
          own: context.user ? await own.load(id) : [],
        })
      },
    },
  }
}

function actionTypes({ services }: ServerContext): string[] {
  const type = services.composition.schema.getType('ACTION_TYPE')
  return isEnumType(type) ? type.getValues().map(value => value.name) : []
}
