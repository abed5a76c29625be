import { passwordProblem } from '@platform/auth'
import { PlatformError, type User, type UserRecord } from '@platform/plugin-sdk'
import { currentServices } from '../../runtime/current-services.ts'
import { withoutCredentials } from '../../runtime/user-record.ts'

type Context = object | null | undefined
type Upserted = UserRecord & { readonly wasUpserted: boolean }
interface Profile {
  readonly id?: string
  readonly provider?: string
  readonly displayName?: string
  readonly username?: string
}

async function upsert(identity: {
  provider: string
  id: string
  displayName: string
  userId?: string
  social: boolean
}): Promise<Upserted> {
  const { provider, id, displayName, userId, social } = identity
  const services = currentServices()
  const { user, made } = await services.users.upsertExternal({
    provider,
    id: String(id),
    displayName: displayName || String(id),
    creation: social ? 'unnamed' : 'named',
    ...(userId === undefined ? {} : { userId }),
    ...(social ? {} : { metadata: { displayName } }),
  })
  return Object.defineProperty(withoutCredentials(user), 'wasUpserted', { value: made }) as Upserted
}

/** The user service, for plugins that import `services/users`. */
export const users = {
  /** The user of a token of another service. The user has the same id here as in that service. */
  upsertExternalUser: (_context: Context, id: string, provider: string, displayName: string): Promise<Upserted> =>
    upsert({ provider, id, displayName, userId: String(id), social: false }),
  /** The user of a sign-in at a provider, who is asked to choose a username. */
  upsertSocialUser: (_context: Context, id: string, provider: string, displayName: string): Promise<Upserted> =>
    upsert({ provider, id, displayName, social: true }),
  /** An older form of `upsertSocialUser`, which takes the profile of a strategy. */
  findOrCreateExternalUser: (_context: Context, profile: Profile): Promise<Upserted> =>
    upsert({
      provider: profile.provider ?? 'external',
      id: String(profile.id),
      displayName: profile.displayName ?? profile.username ?? '',
      social: true,
    }),
  findById: (id: string): Promise<User | null> => currentServices().users.findById(id),
  findByIdArray: (ids: readonly string[]): Promise<User[]> => currentServices().users.findByIds(ids),
  findLocalUser: (email: string): Promise<User | null> => currentServices().users.findByEmail(email),
  createLocalUser: (_context: Context, email: string, password: string, username: string): Promise<User> =>
    currentServices().users.createLocal({ email, password, username }),
  /** @returns the password. @throws PlatformError for a password that may not be chosen. */
  async isValidPassword(password: string): Promise<string> {
    const problem = passwordProblem(password)
    if (problem) throw new PlatformError(problem, 'Choose another password')
    return password
  },
  hashPassword: (password: string): Promise<string> => currentServices().passwordHashes.hash(password),
}

export const {
  upsertExternalUser,
  upsertSocialUser,
  findOrCreateExternalUser,
  findById,
  findByIdArray,
  findLocalUser,
  createLocalUser,
  isValidPassword,
  hashPassword,
} = users
export default users
export { users as 'module.exports' }
