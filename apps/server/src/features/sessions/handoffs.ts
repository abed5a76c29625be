import { createHash, randomBytes, timingSafeEqual } from 'node:crypto'
import type { SignedToken, Tokens } from '@platform/auth'
import type { Kvstore } from '@platform/kvstore'
import { PlatformError, type User } from '@platform/plugin-sdk'
import { z } from 'zod'
import type { Clock } from '../../runtime/clock.ts'
import type { UsersService } from '../users/service.ts'
import { FRAME_CLAIM } from './frame-tokens.ts'
import type { SessionsService } from './service.ts'

const MINUTE = 60_000
/** How long a sign-in window may take. Milliseconds. */
export const WINDOW_LIFETIME = 30 * MINUTE
/** How long a frame can redeem a handoff after its window has finished. Milliseconds. */
const REDEEMABLE = 2 * MINUTE
/** A secret or digest: 256 bits in base64url. */
export const handoffText = z.string().regex(/^[\w-]{43}$/, 'give 32 bytes in base64url, which are 43 characters')

/** A window of the platform in which a reader signs in for a frame. */
export interface SignInWindow {
  /** The origin of the page that embeds the frame. */
  readonly origin: string
  /** The address of that page, when the window took its place; `null` for a window of its own. */
  readonly back: string | null
}

/** A frame's question whether its window has finished. */
export interface HandoffRequest {
  readonly secret: string
  /** The code that the window sent to the frame, if the message arrived. */
  readonly code?: string | undefined
  /** The user whose frame cookie came with the request. */
  readonly cookieOf: string | null
}

export type Redeemed =
  | { readonly state: 'pending' }
  /** The first answer sets the token as a cookie, and a second one gives it to the frame; none follows a cookie. */
  | { readonly state: 'signed-in'; readonly user: User; readonly cookie?: SignedToken; readonly bearer?: SignedToken }

/** Hands sign-ins over from a window of the platform to the frame that opened it. */
export interface HandoffsService {
  openWindow(digest: string, window: SignInWindow): Promise<void>
  /** The window of a digest; `null` when there is none any more. */
  findWindow(digest: string): Promise<SignInWindow | null>
  /** Keeps a one-time code for the frame. @throws PlatformError HANDOFF_USED */
  finish(digest: string, window: SignInWindow, user: User): Promise<string>
  /** @throws PlatformError HANDOFF_INVALID, HANDOFF_USED, HANDOFF_EXPIRED */
  redeem(request: HandoffRequest): Promise<Redeemed>
}

interface Dependencies {
  readonly kvstore: Kvstore
  readonly tokens: Tokens
  readonly users: UsersService
  readonly sessions: SessionsService
  readonly clock: Clock
}

const signInWindow = z.object({ origin: z.string(), back: z.string().nullable() })
const finished = z.object({
  userId: z.string(),
  /** The user's `validAfter` when the window finished, in milliseconds. */
  validAfter: z.number().nullable(),
  origin: z.string(),
  /** The digest of the code. */
  code: z.string(),
  /** Milliseconds. */
  until: z.number(),
})
const firstToken = z.object({ jti: z.string(), expiresAt: z.coerce.date() })

export function createHandoffs({ kvstore, tokens, users, sessions, clock }: Dependencies): HandoffsService {
  const expiresIn = WINDOW_LIFETIME

  async function sign(user: User, origin: string): Promise<SignedToken> {
    return tokens.sign({
      kind: 'frame',
      userId: user.id,
      issuedAfter: user.validAfter,
      claims: { [FRAME_CLAIM]: origin },
    })
  }

  /** The user for whom the window finished, unless all sessions of the user have ended since. */
  async function findUser({ userId, validAfter, until }: z.output<typeof finished>): Promise<User> {
    const user = until > clock.now().getTime() ? await users.findById(userId) : null
    if (!user || (user.validAfter?.getTime() ?? null) !== validAfter) throw expired()
    return user
  }

  return {
    async openWindow(digest, window) {
      await kvstore.set(`handoff-window:${digest}`, JSON.stringify(window), { expiresIn })
    },
    async findWindow(digest) {
      const text = await kvstore.get(`handoff-window:${digest}`)
      return text === null ? null : signInWindow.parse(JSON.parse(text))
    },
    async finish(digest, { origin }, user) {
      const code = randomBytes(32).toString('base64url')
      const entry: z.output<typeof finished> = {
        userId: user.id,
        validAfter: user.validAfter?.getTime() ?? null,
        origin,
        code: digestOf(code),
        until: clock.now().getTime() + REDEEMABLE,
      }
      // The record stays longer than it can be redeemed, so that a late frame learns what has happened.
      if (!(await kvstore.setIfAbsent(`handoff:${digest}`, JSON.stringify(entry), { expiresIn }))) throw used()
      await kvstore.delete(`handoff-window:${digest}`)
      return code
    },
    async redeem({ secret, code, cookieOf }) {
      const digest = digestOf(secret)
      const text = await kvstore.get(`handoff:${digest}`)
      if (text === null) return { state: 'pending' }
      const entry = finished.parse(JSON.parse(text))
      if (code !== undefined && !isSame(digestOf(code), entry.code)) throw invalid()
      const user = await findUser(entry)
      if (cookieOf === user.id) return { state: 'signed-in', user }
      const count = await kvstore.increment(`handoff-redeemed:${digest}`, { expiresIn })
      if (count > 2) throw used()
      const token = await sign(user, entry.origin)
      const first = `handoff-first:${digest}`
      if (count === 1) {
        await kvstore.set(first, JSON.stringify({ jti: token.jti, expiresAt: token.expiresAt }), { expiresIn })
        return { state: 'signed-in', user, cookie: token }
      }
      // The browser did not keep the cookie, so no frame has its token.
      const lost = await kvstore.get(first)
      if (lost !== null)
        await sessions.end({ kind: 'frame', userId: user.id, claims: {}, ...firstToken.parse(JSON.parse(lost)) })
      return { state: 'signed-in', user, bearer: token }
    },
  }
}

/** SHA-256 in base64url. */
function digestOf(text: string): string {
  return createHash('sha256').update(text).digest('base64url')
}

function isSame(one: string, other: string): boolean {
  return one.length === other.length && timingSafeEqual(Buffer.from(one), Buffer.from(other))
}

function invalid(): PlatformError {
  return new PlatformError('HANDOFF_INVALID', 'This code belongs to another sign-in; press “Sign in” again', {
    status: 400,
  })
}

function used(): PlatformError {
  return new PlatformError('HANDOFF_USED', 'This sign-in has been used already; press “Sign in” again', { status: 410 })
}

function expired(): PlatformError {
  return new PlatformError(
    'HANDOFF_EXPIRED',
    'This sign-in can’t be used any more: two minutes have passed, or all your sessions have ended; press “Sign in” again',
    { status: 410 },
  )
}
