import { randomUUID } from 'node:crypto'
import type { User } from '@platform/plugin-sdk'
import { currentServices } from '../../runtime/current.ts'
import { defineModel } from './model.ts'

/** Users, for plugins that import `models/user`. */
export const UserModel = defineModel<User>({
  collection: 'users',
  defaults(now) {
    const {
      username: _name,
      lowercaseUsername: _lowercase,
      ...rest
    } = currentServices().users.draft({ id: randomUUID(), username: '', profiles: [] }, now)
    return rest
  },
  texts: { always: ['id', 'username', 'lowercaseUsername'], orNull: [] },
  touches: () => ['users'],
})

export default UserModel
export { UserModel as 'module.exports' }
