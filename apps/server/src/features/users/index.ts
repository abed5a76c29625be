import DataLoader from 'dataloader'
import { usersTypeDefs } from '@platform/core-schema'
import type { User } from '@platform/plugin-sdk'
import { defineFeature } from '../../compose/member.ts'
import { userResolvers } from './resolvers.ts'
import { userRoutes } from './routes.ts'

/** People: their accounts, names and standing. */
export const usersFeature = defineFeature('users', {
  typeDefs: usersTypeDefs,
  resolvers: userResolvers,
  router: userRoutes,
  loaders({ platform }) {
    const byId = new DataLoader<string, User | null>(async ids => {
      const found = new Map((await platform.services.users.findByIds(ids)).map(user => [user.id, user]))
      return ids.map(id => found.get(id) ?? null)
    })
    return { Users: { getByID: (id: string) => byId.load(id) } }
  },
})
