import type { ServerContext } from '../../contract/context.ts'
import { currentServices } from '../../runtime/current-services.ts'
import { withoutCredentials } from '../../runtime/user-record.ts'

/** Makes contexts without a request, for plugins that import `graph/context`. */
export const Context = {
  /** The context of a user who has every permission. */
  forSystem(): ServerContext {
    const { composition, users } = currentServices()
    const user = users.draft({ id: 'system', username: 'system', roles: ['ADMIN'], profiles: [] }, new Date(0))
    return composition.createContext({ user: Object.assign(withoutCredentials(user), { system: true }) })
  },
}

export default Context
export { Context as 'module.exports' }
