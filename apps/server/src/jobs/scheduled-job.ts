import type { Collection } from '@platform/docstore'
import type { Clock } from '../runtime/clock.ts'
import { type ScheduleDefinition, type Work, workOf } from './definition.ts'
import type { LeasedJob, Leases } from './leases.ts'
import type { Job } from './model.ts'
import { createStoredSchedule, plan, type StoredSchedule } from './stored-schedule.ts'

/** Few attempts, because for a scheduled job the next time is worth more than a late attempt for this one. */
const ATTEMPTS = 5

/** A scheduled job: its work, its leases and its next time. */
export interface ScheduledWork extends Pick<StoredSchedule, 'prepare'> {
  readonly work: Work
  readonly leases: Leases
}

interface Surroundings {
  readonly definition: ScheduleDefinition
  readonly collection: Collection<Job>
  readonly leases: Leases
  readonly clock: Clock
  readonly timeZone: string
  /** Whether other servers, of other versions, may use the same store. */
  readonly isShared: boolean
}

export function createScheduledJob(surroundings: Surroundings): ScheduledWork {
  const { definition, collection, leases, clock, timeZone, isShared } = surroundings
  const { schedule, run, ...rest } = definition
  const { type } = definition
  const stored = createStoredSchedule(collection, { type, clock, schedule, time_zone: timeZone })

  async function moveOn({ job, lease }: LeasedJob, error: string | null): Promise<void> {
    const now = clock.now()
    const { data: done } = plan.safeParse(job.payload)
    // The clock of this server may be behind the clock of the one that stored the time, which must not come again.
    const last = done && done.scheduled_at > now ? done.scheduled_at : now
    const planned = { state: 'waiting', lease: null, attempts: 0, error, updated_at: now } as const
    // A server that starts at this moment may store its schedule meanwhile.
    if (!(await stored.plan({ id: job.id, lease }, { after: last, set: planned })))
      await stored.plan({ id: job.id, lease }, { after: last, set: planned })
  }

  return {
    work: workOf({
      ...rest,
      attempts: definition.attempts ?? ATTEMPTS,
      concurrency: 1,
      payload: plan,
      run: ({ scheduled_at: scheduledAt }, job) => run({ scheduledAt }, job),
    }),
    leases: {
      ...leases,
      // After the last failed attempt the error is stored, and the job waits for its next time.
      finish: leased => moveOn(leased, null),
      giveUp: moveOn,
      // A lane asks each minute at least.
      async next(running) {
        if (isShared) await stored.confirm()
        return leases.next(running)
      },
    },
    prepare: () => stored.prepare(),
  }
}
