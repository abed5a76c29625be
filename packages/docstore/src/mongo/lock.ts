import { randomUUID } from 'node:crypto'
import { setTimeout as delay } from 'node:timers/promises'
import type { Db } from 'mongodb'
import type { Hold } from '../contract/hold.ts'
import { DocstoreError, isDuplicateKeyError } from '../errors.ts'

/** The collection of the locks that processes hold. */
const LOCKS = 'platform_locks'
/** How often a process that waits looks whether the lock is free. Milliseconds. */
const LOOK = 200
/** How many signs of life the holder gives in the time after which it counts as gone. */
const SIGNS = 5

interface Lock {
  readonly _id: string
  readonly holder: string
  /** Grows while the holder lives. */
  readonly beat: number
}

export interface LockOptions {
  /** Milliseconds without a sign of life after which the holder counts as gone. */
  readonly patience: number
  /** Called when the work has to wait for another process, and when that one is gone. */
  readonly warn: (message: string) => void
}

/**
 * Does work that only one process at a time may do; others wait. The lock of a process that was killed ends. Nothing is
 * compared with clocks, because those of two machines differ: who waits looks whether the holder gives signs of life.
 * A holder that was paused for so long that another one took the lock is told so, and its work fails.
 */
export async function exclusively<R>(
  database: Db,
  { name, work }: { readonly name: string; readonly work: (hold: Hold) => Promise<R> },
  { patience, warn }: LockOptions,
): Promise<R> {
  const locks = database.collection<Lock>(LOCKS)
  const holder = randomUUID()
  await acquire()
  const lost = new AbortController()
  // A sign that is not stored is followed by others.
  const beating = setInterval(() => void beat().catch(() => {}), patience / SIGNS)
  try {
    const result = await work({
      signal: lost.signal,
      async check() {
        await beat()
        lost.signal.throwIfAborted()
      },
    })
    if (!(await release())) throw lostLock(name)
    return result
  } catch (error) {
    // When it can't be removed it ends by itself.
    await release().catch(() => {})
    throw error
  } finally {
    clearInterval(beating)
  }

  async function beat(): Promise<void> {
    const { matchedCount } = await locks.updateOne({ _id: name, holder }, { $inc: { beat: 1 } })
    if (matchedCount === 0) lost.abort(lostLock(name))
  }

  /** @returns whether the lock was held until now. */
  async function release(): Promise<boolean> {
    const { deletedCount } = await locks.deleteOne({ _id: name, holder })
    return deletedCount > 0
  }

  async function acquire(): Promise<void> {
    let seen: Lock | null = null
    for (let since = performance.now(); !(await insert()); await delay(LOOK)) {
      const found = await locks.findOne({ _id: name })
      if (found && found.holder === seen?.holder && found.beat === seen.beat) {
        if (performance.now() - since >= patience && (await takeFrom(found))) return
      } else {
        if (!seen) warn(`Another process holds the lock ${name}; waiting until it is done`)
        seen = found
        since = performance.now()
      }
    }
  }

  async function insert(): Promise<boolean> {
    try {
      await locks.insertOne({ _id: name, holder, beat: 0 })
      return true
    } catch (error) {
      if (isDuplicateKeyError(error)) return false
      throw error
    }
  }

  async function takeFrom(gone: Lock): Promise<boolean> {
    const { matchedCount } = await locks.updateOne({ ...gone }, { $set: { holder, beat: 0 } })
    if (matchedCount > 0) warn(`The process that held the lock ${name} is gone; going on in its place`)
    return matchedCount > 0
  }
}

const lostLock = (name: string) =>
  new DocstoreError(
    'DOCSTORE_LOCK_LOST',
    `This process was paused for so long that another one took the lock ${name}; what it did under the lock has to be done again`,
  )
