import { type Permission, strongestRole } from '@platform/auth'
import { PlatformError, type User, type UserMethods } from '@platform/plugin-sdk'
import { changesOf, settleChanges } from './changes.ts'
import { currentServices } from './current.ts'

/** The methods of every user object that the server gives out. They are on its prototype, so no copy has them. */
export const USER_METHODS: UserMethods & ThisType<User> = {
  get role() {
    return strongestRole(userOf(this).roles)
  },
  get firstEmail() {
    return userOf(this).profiles.find(({ provider }) => provider === 'local')?.id ?? null
  },
  can(...permissions) {
    return currentServices().permits(this, ...(permissions as Permission[]))
  },
  async verifyPassword(password) {
    try {
      await currentServices().accountPasswords.verify(this, password)
      return true
    } catch (error) {
      if (error instanceof PlatformError && error.code === 'PASSWORD_INCORRECT') return false
      throw error
    }
  },
  async save() {
    const { $set, $unset } = changesOf(this)
    const { clock, docstore, revisions } = currentServices()
    await docstore
      .collection<User>('users')
      .updateOne({ id: this.id }, { $set: { ...$set, updated_at: clock.now() }, $unset })
    settleChanges(this)
    revisions.bump('users')
    return this
  },
}

/** The user that a getter is read of. */
function userOf(self: unknown): User {
  return self as User
}
