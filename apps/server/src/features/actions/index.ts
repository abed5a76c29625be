import DataLoader from 'dataloader'
import type { GraphQLEnumType } from 'graphql'
import { actionsTypeDefs } from '@platform/core-schema'
import { NotAuthorizedError, NotFoundError, type Action, type CoreLoaders, type CoreMutators, type TaggableItemType, type User } from '@platform/plugin-sdk'
import type { ServerContext } from '../../compose/context.ts'
import { defineFeature } from '../../compose/member.ts'
import { userById } from '../users/resolvers.ts'
import { summarise } from './summaries.ts'

const byType = ({ action_type: type }: Action, suffix: string) => ({ FLAG: `Flag${suffix}`, DONTAGREE: `DontAgree${suffix}` })[type]

/** What people do to comments and to each other: flags, disagreement, reactions. */
export const actionsFeature = defineFeature('actions', {
  typeDefs: actionsTypeDefs,
  loaders: actionLoaders,
  mutators: actionMutators,
  resolvers: {
    Action: { __resolveType: (action: Action) => byType(action, 'Action') },
    ActionSummary: { __resolveType: (summary: Action) => byType(summary, 'ActionSummary') },
    FlagAction: {
      reason: ({ group_id: reason }: Action) => reason,
      message: ({ metadata }: Action) => metadata['message'] ?? null,
      user: ({ user_id: user }: Action, _args, context) => userById(user, context),
    },
    DontAgreeAction: {
      message: ({ metadata }: Action) => metadata['message'] ?? null,
      user: ({ user_id: user }: Action, _args, context) => userById(user, context),
    },
    DefaultAction: { user: ({ user_id: user }: Action, _args, context) => userById(user, context) },
    FlagActionSummary: { reason: ({ group_id: reason }: Action) => reason },
  },
})

function actionLoaders(context: ServerContext): { Actions: CoreLoaders['Actions'] } {
  const { actions } = context.platform.services
  const batch = (read: (ids: readonly string[]) => Promise<Action[]>) => new DataLoader<string, Action[]>(async ids => {
    const found = Map.groupBy(await read(ids), action => action.item_id)
    return ids.map(id => found.get(id) ?? [])
  })
  const all = batch(ids => actions.findByItems(ids))
  const own = batch(async ids => context.user ? actions.findByUser(context.user.id, ids) : [])
  return {
    Actions: {
      getByID: id => all.load(id),
      async getSummariesByItem({ id, action_counts: counts }) {
        if (Object.keys(counts).length === 0) return []
        return summarise(counts, { types: actionTypes(context), seesAll: context.can('SEARCH_ACTIONS'), own: context.user ? await own.load(id) : [] })
      },
    },
  }
}

function actionTypes({ platform }: ServerContext): string[] {
  return (platform.composition.schema.getType('ACTION_TYPE') as GraphQLEnumType).getValues().map(value => value.name)
}

function actionMutators(context: ServerContext): { Action: CoreMutators['Action'] } {
  const { actions, users } = context.platform.services
  const actor = (permission: string): User => {
    if (!context.user || !context.can(permission)) throw new NotAuthorizedError()
    return context.user
  }
  return {
    Action: {
      async create({ item_id, item_type, action_type, group_id, metadata }) {
        const { id } = actor('CREATE_ACTION')
        const target = item_type === 'COMMENTS' ? await context.loaders.Comments.get(item_id) : item_type === 'USERS' ? await users.findById(item_id) : null
        if (!target || ('deleted_at' in target && target.deleted_at)) throw new NotFoundError()
        return actions.create({ item_id, item_type: item_type as TaggableItemType, action_type, group_id: group_id ?? null, user_id: id, metadata: { ...metadata } })
      },
      delete: async ({ id, action_type: type }) => actions.delete(actor('DELETE_ACTION').id, { id, ...(type ? { action_type: type } : {}) }),
    },
  }
}
