import type { Services, User } from '@platform/plugin-sdk'
import type {} from '@platform/server'
import { starsOf } from '../records.ts'

/** The comments that users have starred, for this plugin and for others. */
export interface StarsService {
  /** Ids of the comments that a user has starred, the oldest star first. */
  of(userId: string): Promise<readonly string[]>
}

declare module '@platform/plugin-sdk' {
  interface Services {
    readonly stars: StarsService
  }
}

function createStars({ docstore }: Pick<Services, 'docstore'>): StarsService {
  const users = docstore.collection<User>('users')
  return {
    async of(userId) {
      const found = await users.findOne({ id: userId }, { projection: { metadata: 1 } })
      return found ? starsOf(found) : []
    },
  }
}

/**
 * `services`: parts that do the work for resolvers, routes, jobs and other plugins. Use one for work that belongs to no
 * single request. `needs` names the services that it uses. It is made once, and read at `context.services.stars`.
 */
export const services = { stars: { needs: ['docstore'], create: createStars } } as const
