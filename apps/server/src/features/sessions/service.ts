import { createHash } from 'node:crypto'
import {
  createRevocation,
  isIssuedBefore,
  nextValidAfter,
  type SignedToken,
  type Tokens,
  type VerifiedToken,
} from '@platform/auth'
import { type Docstore, isDuplicateKeyError } from '@platform/docstore'
import type { Kvstore } from '@platform/kvstore'
import type { User } from '@platform/plugin-sdk'
import type { Clock } from '../../runtime/clock.ts'
import { createAnnouncements, type EndListener } from './announcements.ts'
import type { EndedTokens, WithDevices } from './model.ts'

/** Beginning sessions and ending them, on every instance and on open connections. */
export interface SessionsService {
  /** A session token for somebody who has shown who they are. */
  begin(user: Pick<User, 'id' | 'validAfter'>): Promise<SignedToken>
  /** Ends one session: signing out. Its token is refused for the rest of its life, its live connections are closed. */
  end(token: VerifiedToken): Promise<void>
  /**
   * Refuses every token a user was given until now, personal ones included, closes their live connections, and
   * forgets their devices: "sign out everywhere".
   */
  endAll(userId: string): Promise<void>
  /**
   * The same in two steps, for changes that must not be stored without it: a changed password, role or ban. Put
   * `validAfter` into the update of the user, for a changed password `devicesAfter` too, and call `announce` once it is
   * stored.
   */
  nextValidAfter(user: Pick<User, 'validAfter'>): Date
  /** Forgets their devices: a device vouches only for as long as the password it has shown is in force. */
  nextDevicesAfter(user: User): Date
  announce(user: Pick<User, 'id'>, validAfter: Date): Promise<void>
  /** Refuses every token of an account that is gone, so that none of them brings it back. */
  forget(userId: string): Promise<void>
  /** Whether a token is of an account that was deleted after it was issued. */
  isForgotten(token: VerifiedToken): Promise<boolean>
  /** Whether a token still counts. @throws AuthError UNAVAILABLE when that can't be known. */
  isCurrent(user: Pick<User, 'validAfter'>, token: VerifiedToken): Promise<boolean>
  /** Listens to what ends, on any instance. @returns how to leave. */
  onEnd(listener: EndListener): () => void
  connect(): Promise<void>
  close(): Promise<void>
}

interface Dependencies {
  readonly docstore: Docstore
  readonly kvstore: Kvstore
  readonly tokens: Tokens
  readonly clock: Clock
  /** The longest life of a token that says nothing about its end. Milliseconds. */
  readonly maxLifetime: number
  readonly onError: (error: unknown) => void
}

export function createSessions({
  docstore,
  kvstore,
  tokens,
  clock,
  maxLifetime,
  onError,
}: Dependencies): SessionsService {
  const ended = docstore.collection<EndedTokens>('ended_tokens')
  const users = docstore.collection<WithDevices>('users')
  const announcements = createAnnouncements(kvstore, onError)
  const revocation = createRevocation({
    kv: kvstore,
    maxLifetime,
    now: () => clock.now().getTime(),
    docs: {
      has: async key => (await ended.findOne({ key })) !== null,
      add: (key, expires_at) => record({ key, expires_at }),
    },
  })

  async function record(entry: EndedTokens): Promise<void> {
    const { key, ...rest } = entry
    try {
      await ended.updateOne({ key }, { $set: rest }, { upsert: true })
    } catch (error) {
      // Another instance recorded the same at the same moment.
      if (!isDuplicateKeyError(error)) throw error
    }
  }

  return {
    begin: user => tokens.sign({ kind: 'session', userId: user.id, issuedAfter: user.validAfter }),
    async end(token) {
      // A personal token has no end that a record could wait for: it is switched off where it is listed.
      if (token.kind === 'personal')
        await users.updateOne(
          { id: token.userId },
          { $set: { 'tokens.$[ended].active': false } },
          { arrayFilters: [{ 'ended.id': token.jti }] },
        )
      await revocation.revoke(token)
      await announcements.tell({ userId: token.userId, jti: token.jti })
    },
    async endAll(userId) {
      const validAfter = await docstore.transaction(async session => {
        const user = await users.findOne({ id: userId }, { session })
        if (!user) return null
        const next = this.nextValidAfter(user)
        await users.updateOne(
          { id: userId },
          { $set: { validAfter: next, devicesAfter: this.nextDevicesAfter(user) } },
          { session },
        )
        return next
      })
      if (validAfter) await announcements.tell({ userId, validAfter })
    },
    nextValidAfter: user => nextValidAfter(user.validAfter, clock.now()),
    nextDevicesAfter: ({ devicesAfter }: WithDevices) =>
      new Date(Math.max(clock.now().getTime(), (devicesAfter?.getTime() ?? 0) + 1)),
    announce: (user, validAfter) => announcements.tell({ userId: user.id, validAfter }),
    async forget(userId) {
      const until = clock.now()
      await record({ key: accountKey(userId), until, expires_at: new Date(until.getTime() + maxLifetime) })
      await announcements.tell({ userId, validAfter: until })
    },
    async isForgotten(token) {
      const gone = await ended.findOne({ key: accountKey(token.userId) })
      return gone !== null && isIssuedBefore(token, gone.until)
    },
    async isCurrent(user, token) {
      return !isIssuedBefore(token, user.validAfter) && !(await revocation.isRevoked(token))
    },
    onEnd: announcements.listen,
    connect: announcements.connect,
    close: announcements.close,
  }
}

function accountKey(userId: string): string {
  return `account:${createHash('sha256').update(userId).digest('base64url')}`
}
