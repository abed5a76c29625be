import { createHash, randomBytes } from 'node:crypto'
import { TOKEN_KINDS, TokenError, type VerifiedToken } from '@platform/auth'
import type { Kvstore } from '@platform/kvstore'
import type { User } from '@platform/plugin-sdk'
import { z } from 'zod'
import type { Caller } from '../../contract/identity.ts'
import { LIMITS, type LimitsService } from '../limits/service.ts'
import type { UsersService } from '../users/service.ts'
import type { Authentication } from './authentication.ts'

/** How long a ticket can be used. Milliseconds. */
const LIFETIME = 60_000

/** Tickets by which callers open live connections on hosts that get no cookie of the platform. */
export interface LiveTicketsService {
  /** @throws PlatformError RATE_LIMIT_EXCEEDED */
  issue(user: User, token: VerifiedToken): Promise<string>
  /** The caller who got a ticket; it can be used once. @throws TokenError */
  redeem(ticket: unknown): Promise<Caller>
}

interface Dependencies {
  readonly kvstore: Kvstore
  readonly users: UsersService
  readonly authentication: Authentication
  readonly limits: LimitsService
}

const stored = z.object({
  user: z.string(),
  token: z.object({
    kind: z.enum(TOKEN_KINDS),
    userId: z.string(),
    jti: z.string(),
    issuedAt: z.coerce.date().exactOptional(),
    expiresAt: z.coerce.date().exactOptional(),
    claims: z.record(z.string(), z.unknown()),
  }),
})

export function createLiveTickets({ kvstore, users, authentication, limits }: Dependencies): LiveTicketsService {
  return {
    async issue(user, token) {
      await limits.countForUser(user, LIMITS.liveTicket)
      const ticket = randomBytes(32).toString('base64url')
      await kvstore.set(keyOf(ticket), JSON.stringify({ user: user.id, token }), { expiresIn: LIFETIME })
      return ticket
    },
    async redeem(ticket) {
      if (typeof ticket !== 'string') throw new TokenError('malformed')
      const text = await kvstore.get(keyOf(ticket))
      // The one who deletes the ticket has used it.
      if (text === null || (await kvstore.delete(keyOf(ticket))) === 0) throw new TokenError('expired')
      const { user: id, token } = stored.parse(JSON.parse(text))
      const caller: Caller = { user: await users.findById(id), token, source: 'header', staleCookie: null }
      if (!caller.user || !(await authentication.isCurrent(caller))) throw new TokenError('revoked')
      return caller
    },
  }
}

/** Keys have only a digest, so that a person who can read the store can't use the tickets of others. */
function keyOf(ticket: string): string {
  return `live-ticket:${createHash('sha256').update(ticket).digest('base64url')}`
}
