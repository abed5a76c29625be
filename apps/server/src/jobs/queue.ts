import { randomUUID } from 'node:crypto'
import type { Collection } from '@platform/docstore'
import { type ConfigSchema, PlatformError } from '@platform/plugin-sdk'
import { checkBySchema } from '../input/check-by-schema.ts'
import type { Clock } from '../runtime/clock.ts'
import type { AddOptions, JobQueue } from './definition.ts'
import type { Job } from './model.ts'

/** The most stored jobs of one type. Each type has a count of its own, so no job is refused because of others. */
const BACKLOG = 100_000
/** The time between two counts of the stored jobs, in milliseconds. */
const BACKLOG_CHECK = 10_000
const LARGEST_PAYLOAD = 256 * 1024

interface Parts {
  readonly type: string
  readonly payload: ConfigSchema<unknown, unknown>
  readonly collection: Collection<Job>
  readonly clock: Clock
  /** Called after every `add`, with the session of its transaction, which is not committed yet. */
  readonly onAdded: (session: AddOptions['session']) => void
}

/** So many jobs of one type are stored that no more are added. */
export class QueueFullError extends PlatformError {
  constructor(type: string) {
    super('UNAVAILABLE', `Too many ${type} jobs are stored`, { status: 503 })
  }
}

/** Adds jobs of one type to the collection. */
export function createQueue({ type, payload: schema, collection, clock, onAdded }: Parts): JobQueue<object> {
  let checkedAt = -Infinity

  async function assertRoom(): Promise<void> {
    if (performance.now() - checkedAt < BACKLOG_CHECK) return
    if ((await collection.countDocuments({ type }, { limit: BACKLOG })) >= BACKLOG) throw new QueueFullError(type)
    checkedAt = performance.now()
  }

  return {
    async add(payload, { key, runAt, session } = {}) {
      const { issues } = await checkBySchema(schema, payload)
      if (issues) throw new TypeError(`wrong input for the job ${type}: ${issues}`)
      if (JSON.stringify(payload).length > LARGEST_PAYLOAD)
        throw new Error(`the input of a ${type} job has more than ${LARGEST_PAYLOAD} characters`)
      await assertRoom()
      const job = newJob({
        type,
        payload: { ...payload },
        dueAt: runAt,
        now: clock.now(),
        ...(key === undefined ? {} : { key }),
      })
      const id = await insert(collection, job, session ? { session } : {})
      onAdded(session)
      return id
    },
    async withdraw(key, { session } = {}) {
      // An attempt that has begun ends without a lease, so it is not tried again with a payload that is out of date.
      const removed = await collection.findOneAndDelete({ type, key }, session ? { session } : {})
      return removed?.state === 'waiting'
    },
  }
}

/** The record of a job that waits for its first attempt. */
export function newJob({
  type,
  key,
  payload,
  dueAt,
  now,
}: Pick<Job, 'type' | 'key' | 'payload'> & { readonly dueAt: Date | undefined; readonly now: Date }): Job {
  return {
    id: randomUUID(),
    type,
    ...(key === undefined ? {} : { key }),
    payload,
    state: 'waiting',
    due_at: dueAt ?? now,
    attempts: 0,
    lease: null,
    error: null,
    created_at: now,
    updated_at: now,
  }
}

async function insert(collection: Collection<Job>, job: Job, options: Pick<AddOptions, 'session'>): Promise<string> {
  const { key, type } = job
  if (key === undefined) {
    await collection.insertOne(job, options)
    return job.id
  }
  const kept = await collection.findOneAndUpdate(
    { type, key },
    { $setOnInsert: { ...job } },
    { ...options, upsert: true, returnDocument: 'after' },
  )
  // Adding a dead job again makes it wait, with new attempts.
  if (kept?.state === 'dead') await restart(collection, { dead: kept.id, job }, options)
  return kept?.id ?? job.id
}

async function restart(
  collection: Collection<Job>,
  { dead, job }: { dead: string; job: Job },
  options: Pick<AddOptions, 'session'>,
): Promise<void> {
  const { payload, due_at, updated_at } = job
  await collection.updateOne(
    { id: dead, state: 'dead' },
    { $set: { state: 'waiting', payload, due_at, attempts: 0, error: null, updated_at }, $unset: { dead_at: true } },
    options,
  )
}
