import { type Permission, strongestRole } from '@platform/auth'
import { PlatformError, type User, type UserMethods } from '@platform/plugin-sdk'
import { changesOf, noteSaved } from './changes.ts'
import { CREDENTIALS, refuseHidden } from './credentials.ts'
import { currentServices } from './current-services.ts'
import { refuseCallback } from './no-callback.ts'

/** The methods of every user object that the server gives out. They are on its prototype, so no copy has them. */
export const USER_METHODS: UserMethods = {
  get role() {
    return strongestRole(userOf(this).roles)
  },
  set role(role) {
    Object.assign(userOf(this), { roles: [role] })
  },
  get firstEmail() {
    return userOf(this).profiles.find(({ provider }) => provider === 'local')?.id ?? null
  },
  // The methods are made for their user, so that they work when they are taken off it: `({ user: { can } }) => ...`.
  get can() {
    const user = userOf(this)
    return (...permissions: string[]) => currentServices().permits(user, ...(permissions as Permission[]))
  },
  get verifyPassword() {
    const user = userOf(this)
    return (password: string, ...args: unknown[]) => {
      refuseCallback('verifyPassword', args)
      return isPassword(user, password)
    }
  },
  get save() {
    const user = userOf(this)
    return (...args: unknown[]) => {
      refuseCallback('save', args)
      return saveUser(user)
    }
  },
}

async function isPassword(user: User, password: string): Promise<boolean> {
  try {
    await currentServices().accountPasswords.verify(user, password)
    return true
  } catch (error) {
    if (error instanceof PlatformError && error.code === 'PASSWORD_INCORRECT') return false
    throw error
  }
}

async function saveUser(user: User): Promise<User> {
  const changes = changesOf(user)
  refuseHidden(changes, CREDENTIALS)
  const { $set, $unset } = changes
  const { clock, docstore, revisions } = currentServices()
  await docstore
    .collection<User>('users')
    .updateOne({ id: user.id }, { $set: { ...$set, updated_at: clock.now() }, $unset })
  noteSaved(user)
  revisions.bump('users')
  return user
}

/** The user that a getter is read of. */
function userOf(self: unknown): User {
  return self as User
}
