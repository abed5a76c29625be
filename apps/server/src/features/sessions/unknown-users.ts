import { TokenError, type VerifiedToken } from '@platform/auth'
import type { Services, User } from '@platform/plugin-sdk'
import { inTime } from './in-time.ts'

type Needed = Pick<Services, 'users' | 'sessions' | 'composition' | 'log'>

/** The most pairs of ids that are remembered as logged. */
const MOST_NOTED = 1_000

/**
 * Finds the user of a valid token whose id belongs to no user, by asking the plugins. They are not asked about personal
 * and frame tokens, which are issued here, nor about tokens that were ended or whose account was deleted.
 *
 * @returns `null` when no plugin knows a user.
 * @throws TokenError for a token of which no plugin is asked.
 */
export type FindUnknownUser = (verified: VerifiedToken, token: string) => Promise<User | null>

export function createFindUnknownUser({ users, sessions, composition, log }: Needed): FindUnknownUser {
  const noteOtherId = otherIds(log)
  return async (verified, token) => {
    if (verified.kind !== 'session' || (await inTime(sessions.isForgotten(verified)))) throw new TokenError('user')
    if (!(await inTime(sessions.isCurrent({ validAfter: null }, verified)))) throw new TokenError('revoked')
    const found = await composition.findUnknown({ jwt: verified.claims, token }, users.findById)
    if (!found || found.user.id === verified.userId) return found?.user ?? null
    if (await inTime(sessions.isForgotten({ ...verified, userId: found.user.id }))) throw new TokenError('user')
    noteOtherId({ plugin: found.plugin, tokenUser: verified.userId, user: found.user.id })
    return found.user
  }
}

interface OtherId {
  readonly plugin: string
  /** The id in the token. */
  readonly tokenUser: string
  readonly user: string
}

/** Logs once that a plugin answers with a user of another id than the token's, because each request asks it again. */
function otherIds(log: Needed['log']): (other: OtherId) => void {
  const noted = new Set<string>()
  return other => {
    const key = JSON.stringify(other)
    if (noted.has(key)) return
    if (noted.size >= MOST_NOTED) noted.clear()
    noted.add(key)
    log.info({ ...other }, 'tokenUserNotFound gave a user of another id than the token has')
  }
}
