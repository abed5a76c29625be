import { type Collection, isDuplicateKeyError } from '@platform/docstore'
import { z } from 'zod'
import type { Clock } from '../runtime/clock.ts'
import { type ScheduleDefinition, type Work, workOf } from './definition.ts'
import type { Held, Leases } from './leases.ts'
import type { Job } from './model.ts'
import { newJob } from './queue.ts'
import { parseSchedule } from './schedule.ts'

/** A late report is worth little: the next time is a better try than hours of attempts. */
const ATTEMPTS = 5

/**
 * Names the one document that a scheduled job has in the collection. Type and key are unique, so all servers share it,
 * and its `scheduled_at` is the time it is kept for: it moves on when that has been done, in the same step that gives
 * the lease back. So one time is never done for twice, nor two times at once.
 */
const KEY = 'schedule'

const plan = z.object({ schedule: z.string(), time_zone: z.string(), scheduled_at: z.date() })

/** A scheduled job: how it is planned and done. */
export interface Ticks {
  readonly work: Work
  readonly leases: Leases
  /** Makes sure that its document is there, and is planned by the schedule of now. What was missed stays due. */
  prepare(): Promise<void>
}

interface Surroundings {
  readonly definition: ScheduleDefinition
  readonly collection: Collection<Job>
  readonly leases: Leases
  readonly clock: Clock
  readonly timeZone: string
}

export function createTicks({ definition, collection, leases, clock, timeZone }: Surroundings): Ticks {
  const { schedule: expression, run, ...rest } = definition
  const { type } = definition
  const schedule = parseSchedule(expression, timeZone)

  function planAfter(time: Date): z.output<typeof plan> {
    return { schedule: expression, time_zone: timeZone, scheduled_at: schedule.next(time) }
  }

  async function moveOn({ job, lease }: Held, error: string | null): Promise<void> {
    const now = clock.now()
    const { data: done } = plan.safeParse(job.payload)
    // This server's clock may be behind the one that began early; the time that is done for must not come again.
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
    // A time that could not be done for is noted and given up, for the next one comes.
    leases: { ...leases, finish: held => moveOn(held, null), bury: moveOn },
    async prepare() {
      const now = clock.now()
      const payload = planAfter(now)
      const first = newJob({ type, key: KEY, payload, dueAt: payload.scheduled_at, now })
      await collection
        .updateOne({ type, key: KEY }, { $setOnInsert: { ...first } }, { upsert: true })
        .catch((error: unknown) => {
          // Another server was first.
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
