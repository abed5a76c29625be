import { hashPassword, verifyPassword } from '@platform/auth'
import type { Config } from '@platform/config'
import type { Docstore } from '@platform/docstore'
import { PlatformError, type User } from '@platform/plugin-sdk'
import type { Revisions } from '../../pubsub/revisions.ts'
import type { Clock } from '../../runtime/clock.ts'
import { type LimitsService, tooOften } from '../limits/service.ts'
import type { MailService } from '../mail/service.ts'
import type { WithDevices } from '../sessions/model.ts'
import type { SessionsService } from '../sessions/service.ts'
import { assertPassword } from '../users/rules.ts'
import type { EmailLinksService } from './email-links.ts'
import { localProfile, passwordMark } from './profile.ts'

/** Setting passwords. Each change ends every session there was, forgets every device, and is told by mail. */
export interface PasswordsService {
  /** Whether the link of a letter still works. @throws PlatformError PASSWORD_RESET_TOKEN_INVALID */
  checkReset(token: string): Promise<void>
  /** Sets the password of whoever has the link, once. @returns whose it is, and where to go on. @throws PlatformError PASSWORD_RESET_TOKEN_INVALID, PASSWORD_LENGTH and the like */
  reset(token: string, password: string): Promise<{ user: User; back: string }>
  /**
   * Whether somebody knows their password; slowed like signing in.
   * @throws PlatformError PASSWORD_INCORRECT or LOGIN_MAXIMUM_EXCEEDED
   */
  demand(user: User, password: string): Promise<void>
  /** @returns the user afterwards. @throws PlatformError PASSWORD_INCORRECT, LOGIN_MAXIMUM_EXCEEDED, PASSWORD_LENGTH and the like */
  change(user: User, passwords: { readonly oldPassword: string; readonly newPassword: string }): Promise<User>
}

interface Dependencies {
  readonly config: Config
  readonly docstore: Docstore
  readonly emailLinks: EmailLinksService
  readonly limits: LimitsService
  readonly mail: MailService
  readonly sessions: SessionsService
  readonly clock: Clock
  readonly revisions: Revisions
}

/** Wrong passwords of somebody who is signed in already, before they have to wait. */
const WRONG = { name: 'password:wrong', most: 10, window: 10 * 60_000 } as const

export function createAccountPasswords({
  config,
  docstore,
  emailLinks,
  limits,
  mail,
  sessions,
  clock,
  revisions,
}: Dependencies): PasswordsService {
  const users = docstore.collection<WithDevices>('users')

  async function open(token: string) {
    const found = await emailLinks.open(token, { kind: 'password-reset', refusal: invalid() })
    if (found.letter.mark !== passwordMark(found.user)) throw invalid()
    return found
  }

  /** Whoever is second with the same old password changes nothing. @returns the user afterwards, or `null` then. */
  async function store(user: User, password: string, { proven }: { proven: boolean }): Promise<User | null> {
    const hash = await hashPassword(assertPassword(password, knownOf(user)))
    const after = await docstore.transaction(async session => {
      const before = await users.findOne({ id: user.id, password: user.password! }, { session })
      if (!before) return null
      const now = clock.now()
      const changed = await users.findOneAndUpdate(
        { id: user.id },
        {
          $set: {
            password: hash,
            validAfter: sessions.nextValidAfter(before),
            devicesAfter: sessions.nextDevicesAfter(before),
            updated_at: now,
          },
        },
        { session, returnDocument: 'after' },
      )
      // A link that was read in the mailbox proves the address too.
      if (proven)
        await users.updateOne(
          { id: user.id },
          { $set: { 'profiles.$[own].metadata.confirmed_at': now } },
          { session, arrayFilters: [{ 'own.provider': 'local', 'own.metadata.confirmed_at': null }] },
        )
      await mail.send('password-changed', {
        to: localProfile(before)!.id,
        values: { username: before.username, link: `${config.rootUrl}/account/password/forgotten` },
        session,
      })
      return changed
    })
    if (after?.validAfter) await sessions.announce(after, after.validAfter)
    revisions.bump('users')
    return after
  }

  async function demand(user: User, password: string): Promise<void> {
    const permit = await limits.limiter.take({ limit: WRONG, of: [user.id] })
    if (!permit.allowed) throw tooOften('LOGIN_MAXIMUM_EXCEEDED', permit.retryAfter)
    if (!(await verifyPassword(user.password ?? null, password)).ok)
      throw new PlatformError('PASSWORD_INCORRECT', 'The password is not the one of this account')
    await permit.giveBack()
  }

  return {
    async checkReset(token) {
      await open(token)
    },
    async reset(token, password) {
      const {
        user,
        letter: { back },
      } = await open(token)
      const after = await store(user, password, { proven: true })
      if (!after) throw invalid()
      return { user: after, back }
    },
    demand,
    async change(user, { oldPassword, newPassword }) {
      assertPassword(newPassword, knownOf(user))
      await demand(user, oldPassword)
      const after = await store(user, newPassword, { proven: false })
      if (!after) throw new PlatformError('PASSWORD_INCORRECT', 'The password was changed a moment ago')
      return after
    },
  }
}

const knownOf = (user: User) => [user.username, localProfile(user)?.id ?? '']

function invalid(): PlatformError {
  return new PlatformError('PASSWORD_RESET_TOKEN_INVALID', 'This link does not work any more; ask for a new one')
}
