import type { Services, User } from '@platform/plugin-sdk'
import type {} from '@platform/server'
import { bookmarksOf } from '../records.ts'

/** What people keep, for this plugin and for every other. */
export interface BookmarksService {
  /** Ids of the comments somebody keeps, oldest bookmark first. */
  of(userId: string): Promise<readonly string[]>
}

declare module '@platform/plugin-sdk' {
  interface Services {
    readonly bookmarks: BookmarksService
  }
}

function createBookmarks({ docstore }: Pick<Services, 'docstore'>): BookmarksService {
  const users = docstore.collection<User>('users')
  return {
    async of(userId) {
      const found = await users.findOne({ id: userId }, { projection: { metadata: 1 } })
      return found ? bookmarksOf(found) : []
    },
  }
}

/**
 * `services`: parts that do the work, whoever asks: resolvers, routes, jobs, other plugins. Use one for what belongs to
 * no single request. `needs` names the services it is made of; it is made once, and read at `context.services.bookmarks`.
 */
export const services = { bookmarks: { needs: ['docstore'], create: createBookmarks } } as const
