import { type Collection, type Filter, isDuplicateKeyError } from '@platform/docstore'
import { z } from 'zod'
import type { Clock } from '../runtime/clock.ts'
import type { Job } from './model.ts'
import { newJob } from './queue.ts'
import { parseSchedule } from './schedule.ts'

/**
 * The key of the one document that a scheduled job has in the collection. Type and key are unique, so all servers share
 * the document. Its `scheduled_at` is the next time of the job, and moves on in the same step that ends the lease. So
 * the job never runs twice for one time, and never for two times simultaneously.
 */
const KEY = 'schedule'

/**
 * While servers of two versions run, the schedule of the one that started last counts. Each server with that schedule
 * confirms it so often; when none has for so long, because all of them are gone, the schedule of another one counts.
 * Milliseconds.
 */
const CONFIRMED_EACH = 60_000
const OUTDATED_AFTER = 180_000

export const plan = z.object({ schedule: z.string(), time_zone: z.string(), scheduled_at: z.date() })
type Plan = z.output<typeof plan>

/** The schedule of a job as all servers know it. */
export interface StoredSchedule {
  /** Stores the document, or changes its next time if the schedule has changed. A missed time stays due. */
  prepare(): Promise<void>
  /**
   * Changes the document, and its next time to the first one after a time, by the schedule that counts.
   *
   * @returns whether that schedule still counted
   */
  plan(filter: Filter<Job>, change: { readonly after: Date; readonly set: Partial<Job> }): Promise<boolean>
  /** Confirms the schedule of this server, if it counts, or has it count, if no server confirms the one that does. */
  confirm(): Promise<void>
}

export function createStoredSchedule(
  collection: Collection<Job>,
  { type, clock, ...own }: Pick<Plan, 'schedule' | 'time_zone'> & { readonly type: string; readonly clock: Clock },
): StoredSchedule {
  const document = { type, key: KEY }
  const isOwn = { 'payload.schedule': own.schedule, 'payload.time_zone': own.time_zone }
  const parsed = parseSchedule(own.schedule, own.time_zone)

  /** Has the own schedule count, if that of the document is another one and a filter matches. */
  async function adopt(filter: object = {}): Promise<void> {
    const now = clock.now()
    const scheduledAt = parsed.next(now)
    const other = { ...document, ...filter, $nor: [isOwn] }
    const changed = { ...isOwn, 'payload.confirmed_at': now, updated_at: now }
    const waiting = { 'payload.scheduled_at': scheduledAt, due_at: scheduledAt, attempts: 0, error: null }
    await collection.updateOne({ ...other, state: 'waiting' }, { $set: { ...changed, ...waiting } })
    // A run that goes on ends for its own time, and is planned by this schedule then.
    await collection.updateOne(other, { $set: changed })
  }

  return {
    async prepare() {
      const now = clock.now()
      const payload = { ...own, scheduled_at: parsed.next(now), confirmed_at: now }
      const first = newJob({ type, key: KEY, payload, dueAt: payload.scheduled_at, now })
      await collection.updateOne(document, { $setOnInsert: { ...first } }, { upsert: true }).catch((error: unknown) => {
        // Another server has stored the document at the same moment.
        if (!isDuplicateKeyError(error)) throw error
      })
      await adopt()
    },
    async plan(filter, { after, set }) {
      const stored = await collection.findOne(document, { projection: { payload: 1 } })
      const { data: counting = null } = plan.safeParse(stored?.payload)
      // A schedule that this server can't read is of a newer one, which runs and plans the job, too.
      const scheduledAt = (counting && nextOf(counting, after)) ?? parsed.next(after)
      const { schedule, time_zone } = counting ?? own
      const { matchedCount } = await collection.updateOne(
        { ...filter, 'payload.schedule': schedule, 'payload.time_zone': time_zone },
        { $set: { ...set, 'payload.scheduled_at': scheduledAt, due_at: scheduledAt } },
      )
      return matchedCount === 1
    },
    async confirm() {
      const now = clock.now()
      const before = (milliseconds: number) => ({ $lt: new Date(now.getTime() - milliseconds) })
      // Servers of older versions stored no such time.
      const wasLongAgo = [null, before(CONFIRMED_EACH)].map(time => ({ 'payload.confirmed_at': time }))
      await collection.updateOne({ ...document, ...isOwn, $or: wasLongAgo }, { $set: { 'payload.confirmed_at': now } })
      await adopt({ 'payload.confirmed_at': before(OUTDATED_AFTER) })
    },
  }
}

/** The next time of a schedule; nothing when this server can't read it. */
function nextOf({ schedule, time_zone: timeZone }: Plan, after: Date): Date | undefined {
  try {
    return parseSchedule(schedule, timeZone).next(after)
  } catch {
    return undefined
  }
}
