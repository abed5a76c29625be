import { actionsTypeDefs } from '@platform/core-schema'
import type { Action } from '@platform/plugin-sdk'
import { defineFeature } from '../../contract/define-feature.ts'
import { indexesOf } from '../../contract/indexes.ts'
import { userById } from '../users/resolvers.ts'
import { actionLoaders } from './loaders.ts'
import { actionIndexes } from './model.ts'
import { actionMutations } from './mutations.ts'
import { actionMutators } from './mutators.ts'
import { actionPersonalData } from './personal-data.ts'
import { type ActionsService, createActions } from './service.ts'
import { withdrawnFlagIndexes } from './withdrawn.ts'

const byType = ({ action_type: type }: Action, suffix: string) =>
  ({ FLAG: `Flag${suffix}`, DONTAGREE: `DontAgree${suffix}` })[type]

declare module '@platform/plugin-sdk' {
  interface Services {
    readonly actions: ActionsService
  }
}

/** The actions of users on comments and on other users: flags, disagreement, reactions. */
export const actionsFeature = defineFeature({
  name: 'actions',
  typeDefs: actionsTypeDefs,
  loaders: actionLoaders,
  mutators: actionMutators,
  resolvers: {
    RootMutation: actionMutations,
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
  permissions: {
    'RootMutation.createFlag': 'CREATE_ACTION',
    'RootMutation.createDontAgree': 'CREATE_ACTION',
    'RootMutation.deleteAction': 'DELETE_ACTION',
  },
  personalData: actionPersonalData,
  services: {
    actions: { needs: ['docstore', 'revisions', 'events', 'clock'], create: createActions },
  },
  indexes: indexesOf(actionIndexes, withdrawnFlagIndexes),
})
