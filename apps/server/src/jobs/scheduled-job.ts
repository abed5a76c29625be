import { type Collection, isDuplicateKeyError } from '@platform/docstore'
import { z } from 'zod'
import type { Clock } from '../runtime/clock.ts'
import { type ScheduleDefinition, type Work, workOf } from './definition.ts'
import type { LeasedJob, Leases } from './leases.ts'
import type { Job } from './model.ts'
import { newJob } from './queue.ts'
import { parseSchedule } from './schedule.ts'

/** Few attempts, because for a scheduled job the next time is worth more than a late attempt for this one. */
const ATTEMPTS = 5

/**
 * The key of the one document that a scheduled job has in the collection. Type and key are unique, so all servers share
 * the document. Its `scheduled_at` is the next time of the job, and moves on in the same step that ends the lease. So
 * the job never runs twice for one time, and never for two times simultaneously.
 */
const KEY = 'schedule'

const plan = z.object({ schedule: z.string(), time_zone: z.string(), scheduled_at: z.date() })

/** A scheduled job: its work, its leases and its next time. */
export interface ScheduledWork {
  readonly work: Work
  readonly leases: Leases
  /** Stores the document, or changes its next time if the schedule has changed. A missed time stays due. */
  prepare(): Promise<void>
}

interface Surroundings {
  readonly definition: ScheduleDefinition
  readonly collection: Collection<Job>
  readonly leases: Leases
  readonly clock: Clock
  readonly timeZone: string
}

export function createScheduledJob({ definition, collection, leases, clock, timeZone }: Surroundings): ScheduledWork {
  const { schedule: expression, run, ...rest } = definition
  const { type } = definition
  const schedule = parseSchedule(expression, timeZone)

  function planAfter(time: Date): z.output<typeof plan> {
    return { schedule: expression, time_zone: timeZone, scheduled_at: schedule.next(time) }
  }

  async function moveOn({ job, lease }: LeasedJob, error: string | null): Promise<void> {
    const now = clock.now()
    const { data: done } = plan.safeParse(job.payload)
    // The clock of this server may be behind the clock of the one that stored the time, which must not come again.
    const payload = planAfter(done && done.scheduled_at > now ? done.scheduled_at : now)
    await collection.updateOne(
      { id: job.id, lease },
      {
        $set: {
          state: 'waiting',
          lease: null,
          payload,
          due_at: payload.scheduled_at,
          attempts: 0,
          error,
          updated_at: now,
        },
      },
    )
  }

  return {
    work: workOf({
      ...rest,
      attempts: definition.attempts ?? ATTEMPTS,
      concurrency: 1,
      payload: plan,
      run: ({ scheduled_at: scheduledAt }, job) => run({ scheduledAt }, job),
    }),
    // After the last failed attempt the error is stored, and the job waits for its next time.
    leases: { ...leases, finish: leased => moveOn(leased, null), giveUp: moveOn },
    async prepare() {
      const now = clock.now()
      const payload = planAfter(now)
      const first = newJob({ type, key: KEY, payload, dueAt: payload.scheduled_at, now })
      await collection
        .updateOne({ type, key: KEY }, { $setOnInsert: { ...first } }, { upsert: true })
        .catch((error: unknown) => {
          // Another server has stored the document at the same moment.
          if (!isDuplicateKeyError(error)) throw error
        })
      const { schedule: text, time_zone: zone } = payload
      await collection.updateOne(
        {
          type,
          key: KEY,
          state: 'waiting',
          $or: [{ 'payload.schedule': { $ne: text } }, { 'payload.time_zone': { $ne: zone } }],
        },
        { $set: { payload, due_at: payload.scheduled_at, attempts: 0, error: null, updated_at: now } },
      )
    },
  }
}
