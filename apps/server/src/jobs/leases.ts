import { randomUUID } from 'node:crypto'
import type { Collection } from '@platform/docstore'
import type { Clock } from '../runtime/clock.ts'
import type { Job } from './model.ts'

/** How long a job belongs to the server that took it, unless it says again that it is at it. Milliseconds. */
export const LEASE = 30_000

/** A job in hand. */
export interface Held {
  readonly job: Job
  readonly lease: string
}

/** Taking jobs of one type and giving them back, each in one atomic step. Whoever lost a lease changes nothing any more. */
export interface Leases {
  /** The job that has been due for longest, or whose lease has run out. */
  take(): Promise<Held | null>
  /** @returns `false` when the job belongs to somebody else by now. */
  renew(held: Held): Promise<boolean>
  finish(held: Held): Promise<void>
  /** Another attempt, after `delay` milliseconds. */
  retry(held: Held, failure: { readonly error: string; readonly delay: number }): Promise<void>
  /** No further attempt. */
  bury(held: Held, error: string): Promise<void>
  /** As if it had not been taken. */
  release(held: Held): Promise<void>
  /** When the next one can be taken, if any is left. */
  next(): Promise<Date | null>
}

export function createLeases({
  collection,
  clock,
  type,
}: {
  collection: Collection<Job>
  clock: Clock
  type: string
}): Leases {
  const after = (milliseconds: number) => new Date(clock.now().getTime() + milliseconds)
  const own = ({ job, lease }: Held) => ({ id: job.id, lease })
  const change = async (held: Held, set: Partial<Job>, attempts = 0) => {
    await collection.updateOne(own(held), {
      $set: { lease: null, updated_at: clock.now(), ...set },
      ...(attempts === 0 ? {} : { $inc: { attempts } }),
    })
  }
  return {
    async take() {
      const [now, lease] = [clock.now(), randomUUID()]
      const job = await collection.findOneAndUpdate(
        { type, due_at: { $lte: now } },
        { $set: { state: 'running', lease, due_at: after(LEASE), updated_at: now }, $inc: { attempts: 1 } },
        { sort: { due_at: 1 }, returnDocument: 'after' },
      )
      return job && { job, lease }
    },
    renew: async held => (await collection.updateOne(own(held), { $set: { due_at: after(LEASE) } })).matchedCount === 1,
    finish: async held => {
      await collection.deleteOne(own(held))
    },
    retry: (held, { error, delay }) => change(held, { state: 'waiting', due_at: after(delay), error }),
    bury: (held, error) => change(held, { state: 'dead', due_at: null, error, dead_at: clock.now() }),
    release: held => change(held, { state: 'waiting', due_at: clock.now() }, -1),
    async next() {
      const found = await collection.findOne(
        { type, due_at: { $gt: new Date(0) } },
        { sort: { due_at: 1 }, projection: { due_at: 1 } },
      )
      return found?.due_at ?? null
    },
  }
}
