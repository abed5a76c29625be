import { type CoreLoaders, NotAuthorizedError, type UserRecord } from '@platform/plugin-sdk'
import DataLoader from 'dataloader'
import type { ServerContext } from '../../contract/context.ts'

/** `context.loaders.Users`: users by id, read together for one request, and lists of users for permitted callers. */
export function userLoaders(context: ServerContext): { Users: CoreLoaders['Users'] } {
  const { users, usersReader } = context.services
  const byId = new DataLoader<string, UserRecord | null>(async ids => {
    const found = new Map((await users.findByIds(ids)).map(user => [user.id, user]))
    return ids.map(id => found.get(id) ?? null)
  })
  const guard = () => {
    if (!context.can('SEARCH_OTHER_USERS')) throw new NotAuthorizedError()
  }
  return {
    Users: {
      getByID: id => byId.load(id),
      async getByQuery(query) {
        guard()
        return usersReader.page(query)
      },
      async getCountByQuery(query) {
        guard()
        return usersReader.count(query)
      },
    },
  }
}
