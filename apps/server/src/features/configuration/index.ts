import { configurationTypeDefs } from '@platform/core-schema'
import { defineFeature } from '../../contract/define-feature.ts'
import { configurationResolvers } from './resolvers.ts'

/** Administrators see how the operator has configured the server, and test its connections. */
export const configurationFeature = defineFeature({
  name: 'configuration',
  typeDefs: configurationTypeDefs,
  resolvers: configurationResolvers,
  permissions: {
    'RootQuery.configuration': 'UPDATE_CONFIG',
    'RootQuery.signInProviders': 'UPDATE_CONFIG',
    'RootMutation.testProvider': 'UPDATE_CONFIG',
    'RootMutation.testMail': 'UPDATE_CONFIG',
    'RootMutation.testCaptcha': 'UPDATE_CONFIG',
  },
})
