import { type CoreLoaders, NotAuthorizedError } from '@platform/plugin-sdk'
import type { ServerContext } from '../../contract/context.ts'
import { byIdLoader } from '../../runtime/by-id-loader.ts'

/** `context.loaders.Users`: users by id, read together for one request, and lists of users for permitted callers. */
export function userLoaders(context: ServerContext): { Users: CoreLoaders['Users'] } {
  const { users, usersReader } = context.services
  const byId = byIdLoader(ids => users.findByIds(ids))
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
