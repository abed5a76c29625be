import { randomUUID } from 'node:crypto'
import type { Collection, Docstore } from '@platform/docstore'
import type { Clock } from '../runtime/clock.ts'
import type { Job } from './model.ts'
import { waitAfterEndOfServer } from './waits.ts'

/** How long a server has the right to run a job, unless it renews the lease. Milliseconds. */
export const LEASE = 30_000

/** A job that this server may run, with its lease. */
export interface LeasedJob {
  readonly job: Job
  readonly lease: string
}

/**
 * The ids of jobs that this server runs. They are left out: when its clock is set forward, their leases seem to have
 * ended, and it would run them a second time.
 */
export type Running = Iterable<string>

/** The leases of jobs of one type. Each method is one atomic step; without a valid lease it changes nothing. */
export interface Leases {
  /** Leases the job that has been due for the longest time; a job whose lease has ended is due again. */
  take(running: Running): Promise<LeasedJob | null>
  /** @returns `false` when another server has the lease now. */
  renew(leased: LeasedJob): Promise<boolean>
  /** Removes a job that is done. */
  finish(leased: LeasedJob): Promise<void>
  /** Lets the job wait for another attempt, `delay` milliseconds from now. */
  retry(leased: LeasedJob, failure: { readonly error: string; readonly delay: number }): Promise<void>
  /** Makes the job dead: it is not tried again, unless an operator retries it. */
  giveUp(leased: LeasedJob, error: string): Promise<void>
  /** Ends the lease; the attempt is not counted. */
  release(leased: LeasedJob): Promise<void>
  /** When the next job is due; `null` without any. */
  next(running: Running): Promise<Date | null>
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
  const own = ({ job, lease }: LeasedJob) => ({ id: job.id, lease })
  const change = async (leased: LeasedJob, set: Partial<Job>, attempts = 0) => {
    await collection.updateOne(own(leased), {
      $set: { lease: null, updated_at: clock.now(), ...set },
      ...(attempts === 0 ? {} : { $inc: { attempts } }),
    })
  }
  return {
    async take(running) {
      const [now, lease] = [clock.now(), randomUUID()]
      const job = await collection.findOneAndUpdate(
        { type, due_at: { $lte: now }, ...without(running) },
        { $set: { state: 'running', lease, due_at: after(LEASE), updated_at: now }, $inc: { attempts: 1 } },
        { sort: { due_at: 1 }, returnDocument: 'after' },
      )
      return job && { job, lease }
    },
    renew: async leased =>
      (await collection.updateOne(own(leased), { $set: { due_at: after(LEASE) } })).matchedCount === 1,
    finish: async leased => {
      await collection.deleteOne(own(leased))
    },
    retry: (leased, { error, delay }) => change(leased, { state: 'waiting', due_at: after(delay), error }),
    giveUp: (leased, error) => change(leased, { state: 'dead', due_at: null, error, dead_at: clock.now() }),
    release: leased => change(leased, { state: 'waiting', due_at: clock.now() }, -1),
    async next(running) {
      const found = await collection.findOne(
        { type, due_at: { $gt: new Date(0) }, ...without(running) },
        { sort: { due_at: 1 }, projection: { due_at: 1 } },
      )
      return found?.due_at ?? null
    },
  }
}

function without(running: Running): { id?: { $nin: string[] } } {
  const ids = [...running]
  return ids.length === 0 ? {} : { id: { $nin: ids } }
}

/**
 * Ends all leases when a store is opened that only one process can have open: their holder has ended. Its jobs run
 * again, and the interrupted attempts count. In a shared store the holder may be another server, so there each lease
 * must end by itself.
 */
export async function releaseAbandonedJobs({ docstore, clock }: { docstore: Docstore; clock: Clock }): Promise<void> {
  if (docstore.kind !== 'sqlite') return
  const now = clock.now()
  const jobs = docstore.collection<Job>('jobs')
  const abandoned = await jobs.find({ state: 'running' }, { projection: { id: 1, attempts: 1 } }).toArray()
  for (const { id, attempts } of abandoned) {
    const due_at = new Date(now.getTime() + waitAfterEndOfServer(attempts))
    await jobs.updateOne({ id }, { $set: { state: 'waiting', lease: null, due_at, updated_at: now } })
  }
}
