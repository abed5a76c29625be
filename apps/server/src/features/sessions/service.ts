import { createHash } from 'node:crypto'
import {
  createRevocation,
  isIssuedBefore,
  nextValidAfter,
  type SignedToken,
  type Tokens,
  type VerifiedToken,
} from '@platform/auth'
import { type Collection, type Docstore, isDuplicateKeyError } from '@platform/docstore'
import type { Kvstore } from '@platform/kvstore'
import type { User } from '@platform/plugin-sdk'
import type { Peers } from '../../pubsub/peers.ts'
import type { Clock } from '../../runtime/clock.ts'
import { createAnnouncements, type EndListener } from './announcements.ts'
import type { EndedTokens, WithDevices } from './model.ts'

/** Begins and ends sessions, for all servers and all open connections. */
export interface SessionsService {
  /** Issues a session token for a user who has proved their identity. */
  begin(user: Pick<User, 'id' | 'validAfter'>): Promise<SignedToken>
  /** Ends one session, as signing out does: its token is refused from now on, its live connections are closed. */
  end(token: VerifiedToken): Promise<void>
  /**
   * Refuses every token of a user that was issued until now, personal ones included, closes the user's live
   * connections and forgets the user's devices: "sign out everywhere".
   */
  endAll(userId: string): Promise<void>
  /**
   * Ends all sessions in two steps, so that a changed password, role or ban is never stored without it. Put
   * `validAfter` into the update of the user, for a changed password `devicesAfter` too, and call `announce` once the
   * update is stored.
   */
  nextValidAfter(user: Pick<User, 'validAfter'>): Date
  /** The time that forgets the user's devices: a device is known only while its user has the same password. */
  nextDevicesAfter(user: User): Date
  announce(user: Pick<User, 'id'> & Partial<Pick<User, 'status'>>, validAfter: Date): Promise<void>
  /**
   * Refuses every token of a deleted account, so that none of them brings the account back.
   *
   * @param validAfter - the account's own time, after which tokens of the present second are dated.
   */
  forget(userId: string, validAfter?: Date | null): Promise<void>
  /** Whether the account of a token was deleted after the token was issued. */
  isForgotten(token: VerifiedToken): Promise<boolean>
  /** Whether a token is still valid. @throws AuthError UNAVAILABLE when the stores can't be asked. */
  isCurrent(user: Pick<User, 'validAfter'>, token: VerifiedToken): Promise<boolean>
  /** Listens to sessions that end on any server. @returns a function that removes the listener. */
  onEnd(listener: EndListener): () => void
  connect(): Promise<void>
  close(): Promise<void>
}

interface Dependencies {
  readonly docstore: Docstore
  readonly kvstore: Kvstore
  readonly peers: Peers
  readonly tokens: Tokens
  readonly clock: Clock
  /** How long records are kept, in milliseconds: of an ended token without an expiry, and of a deleted account. */
  readonly lifetimes: { readonly ended: number; readonly deleted: number }
  readonly onError: (error: unknown) => void
}

/**
 * By how much the clocks of several servers may differ. New tokens are dated after it, which is less than all servers
 * accept. Milliseconds.
 */
const CLOCKS_DIFFER = 10_000

export function createSessions({
  docstore,
  kvstore,
  peers,
  tokens,
  clock,
  lifetimes,
  onError,
}: Dependencies): SessionsService {
  const ended = docstore.collection<EndedTokens>('ended_tokens')
  const users = docstore.collection<WithDevices>('users')
  const announcements = createAnnouncements({ kvstore, peers, onError })
  const revocation = createRevocation({
    kv: kvstore,
    maxLifetime: lifetimes.ended,
    now: () => clock.now().getTime(),
    docs: {
      has: async key => (await ended.findOne({ key })) !== null,
      add: (key, expires_at) => record(ended, { key, expires_at }),
    },
  })

  /** A server whose clock is ahead may have dated a token after this moment. One server alone has one clock. */
  const allowance = kvstore.kind === 'memory' ? 0 : CLOCKS_DIFFER
  const validAfterNow = (before: Date | null | undefined) =>
    nextValidAfter(before, new Date(clock.now().getTime() + allowance))

  // The key-value store may lack sessions that ended in a gap, so this server asks it no more for a while.
  peers.onGap(revocation.distrustKv)

  function nextDevicesAfter({ devicesAfter }: WithDevices): Date {
    return new Date(Math.max(clock.now().getTime(), (devicesAfter?.getTime() ?? 0) + 1))
  }

  return {
    begin: user => tokens.sign({ kind: 'session', userId: user.id, issuedAfter: user.validAfter }),
    async end(token) {
      // A personal token has no expiry until which a record is kept, so it is deactivated in the list of its user.
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
        const next = validAfterNow(user.validAfter)
        await users.updateOne(
          { id: userId },
          { $set: { validAfter: next, devicesAfter: nextDevicesAfter(user) } },
          { session },
        )
        return next
      })
      if (validAfter) await announcements.tell({ userId, validAfter })
    },
    nextValidAfter: user => validAfterNow(user.validAfter),
    nextDevicesAfter,
    announce: ({ id, status }, validAfter) =>
      announcements.tell({ userId: id, validAfter, ...(status?.banned.status ? { banned: true } : {}) }),
    async forget(userId, validAfter) {
      const until = validAfterNow(validAfter)
      await record(ended, { key: accountKey(userId), until, expires_at: new Date(until.getTime() + lifetimes.deleted) })
      await announcements.tell({ userId, validAfter: until })
    },
    async isForgotten(token) {
      const gone = await ended.findOne({ key: accountKey(token.userId) })
      return gone !== null && isIssuedBefore(token, gone.until)
    },
    async isCurrent(user, token) {
      if (!peers.areAllHeard) revocation.distrustKv()
      return !isIssuedBefore(token, user.validAfter) && !(await revocation.isRevoked(token))
    },
    onEnd: announcements.listen,
    connect: announcements.connect,
    close: announcements.close,
  }
}

async function record(ended: Collection<EndedTokens>, { key, ...times }: EndedTokens): Promise<void> {
  try {
    // A second record of the same must not make the first one shorter.
    await ended.updateOne({ key }, { $max: times }, { upsert: true })
  } catch (error) {
    // Another server recorded the same token at the same moment.
    if (!isDuplicateKeyError(error)) throw error
  }
}

function accountKey(userId: string): string {
  return `account:${createHash('sha256').update(userId).digest('base64url')}`
}
