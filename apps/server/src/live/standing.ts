import type { Services, User } from '@platform/plugin-sdk'
import { LRUCache } from 'lru-cache'

/** The stored accounts of those who have live connections. */
export interface Standing {
  /** The account as it is now, with its roles, bans and suspensions; `null` when it is deleted. */
  of(userId: string): Promise<User | null>
}

interface Known {
  readonly revision: number
  readonly user: Promise<User | null>
}

/** What the accounts that are kept have together. Characters of JSON. */
const MOST = 8 * 1024 * 1024
/** What an account counts for until it is read, and its promise always. Characters. */
const LEAST = 500

/** Reads an account again only after it, or some account, has changed, instead of at every event. */
export function createStanding({ users, revisions }: Pick<Services, 'users' | 'revisions'>): Standing {
  const known = new LRUCache<string, Known>({ maxSize: MOST })
  return {
    of(userId) {
      // The revision is read before the account, so a change in the meantime makes it outdated.
      const revision = Math.max(revisions.of('users'), revisions.of(`user:${userId}`))
      const before = known.get(userId)
      if (before?.revision === revision) return copyOf(before.user)
      const read: Known = { revision, user: users.findById(userId) }
      known.set(userId, read, { size: LEAST })
      const isKept = () => known.peek(userId) === read
      read.user.then(
        // Someone may ignore a thousand others.
        user => isKept() && known.set(userId, { ...read }, { size: LEAST + JSON.stringify(user).length }),
        () => isKept() && known.delete(userId),
      )
      return copyOf(read.user)
    },
  }
}

/** Plugins may change what they are given, and that must not reach the next event. */
async function copyOf(user: Promise<User | null>): Promise<User | null> {
  const found = await user
  return found && structuredClone({ ...found })
}
