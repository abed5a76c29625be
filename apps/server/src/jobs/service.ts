import { randomUUID } from 'node:crypto'
import type { Docstore } from '@platform/docstore'
import type { Kvstore } from '@platform/kvstore'
import { PlatformError } from '@platform/plugin-sdk'
import type { z } from 'zod'
import type { Clock } from '../runtime/clock.ts'
import type { Log } from '../runtime/log.ts'
import type { AddOptions, JobDefinition, JobQueue } from './definition.ts'
import { createLane, type Lane } from './lane.ts'
import { createLeases } from './leases.ts'
import type { Job } from './model.ts'

const CHANNEL = 'jobs'
/** Most jobs of one type that are kept. */
const BACKLOG = 100_000
/** How often that is checked. Milliseconds. */
const BACKLOG_CHECK = 10_000
/** How long jobs may go on while the server stops. */
const GRACE = 5_000
const LARGEST_PAYLOAD = 256 * 1024

/**
 * The one durable queue of the platform. Jobs are kept in the document store until they are done, at least once, by any
 * server; one at a time belongs to one server.
 */
export interface JobsService {
  /**
   * Names a kind of job and who does it.
   *
   * @example
   * const deletions = jobs.define({ type: 'users.delete', payload: z.object({ userId: z.string() }), run: ({ userId }) => remove(userId) })
   * await deletions.add({ userId }, { key: userId, runAt: inAWeek })
   */
  define<S extends z.ZodType<object>>(definition: JobDefinition<S>): JobQueue<z.input<S>>
  /** Begins to do jobs; only in processes that serve. */
  start(): Promise<void>
  /** Looks for due jobs now. */
  wake(): void
  /** Resolves once nothing is due and nothing runs here. */
  idle(): Promise<void>
  /** Jobs, last changed first, at most 100. */
  list(filter?: { readonly state?: Job['state']; readonly type?: string }): Promise<Job[]>
  /** Gives dead jobs, all or those with the ids, another round of attempts. @returns how many. */
  retry(ids?: readonly string[]): Promise<number>
  stop(): Promise<void>
}

export function createJobs({
  docstore,
  kvstore,
  clock,
  log,
}: {
  docstore: Docstore
  kvstore: Kvstore
  clock: Clock
  log: Log
}): JobsService {
  const collection = docstore.collection<Job>('jobs')
  const lanes = new Map<string, Lane>()
  const undo: (() => unknown)[] = []
  let started = false
  let added = 0

  const wakeAll = () => {
    for (const lane of lanes.values()) lane.wake()
  }

  /** Wakes the lane here and on the other servers. A message that is lost costs a minute at most. */
  function announce(type: string): void {
    lanes.get(type)?.wake()
    kvstore.publish(CHANNEL, type).catch(error => log.warn({ err: error }, 'other servers were not told of a job'))
  }

  function queue<S extends z.ZodType<object>>({ type, payload: schema }: JobDefinition<S>): JobQueue<z.input<S>> {
    let checkedAt = -Infinity

    async function refuseBeyondBacklog(): Promise<void> {
      if (performance.now() - checkedAt < BACKLOG_CHECK) return
      if ((await collection.countDocuments({ type }, { limit: BACKLOG })) >= BACKLOG)
        throw new PlatformError('UNAVAILABLE', `Too many ${type} jobs are waiting`, { status: 503 })
      checkedAt = performance.now()
    }

    return {
      async add(payload, { key, runAt, session } = {}) {
        schema.parse(payload)
        if (JSON.stringify(payload).length > LARGEST_PAYLOAD)
          throw new Error(`a ${type} job is larger than ${LARGEST_PAYLOAD} characters`)
        await refuseBeyondBacklog()
        const now = clock.now()
        const job: Job = {
          id: randomUUID(),
          type,
          ...(key === undefined ? {} : { key }),
          payload: payload as Job['payload'],
          state: 'waiting',
          due_at: runAt ?? now,
          attempts: 0,
          lease: null,
          error: null,
          created_at: now,
          updated_at: now,
        }
        const id = await insert(job, session ? { session } : {})
        added++
        // Before the commit no server sees the job, so there would be nothing to wake for.
        if (session) session.onCommit(() => announce(type))
        else announce(type)
        return id
      },
    }
  }

  async function insert(job: Job, options: Pick<AddOptions, 'session'>): Promise<string> {
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
    // A dead one makes room for another try of the same work.
    if (kept?.state === 'dead')
      await collection.updateOne(
        { id: kept.id, state: 'dead' },
        {
          $set: {
            state: 'waiting',
            payload: job.payload,
            due_at: job.due_at,
            attempts: 0,
            error: null,
            updated_at: job.updated_at,
          },
          $unset: { dead_at: true },
        },
        options,
      )
    return kept?.id ?? job.id
  }

  return {
    define(definition) {
      const { type } = definition
      if (lanes.has(type)) throw new Error(`the job ${type} is defined twice`)
      const lane = createLane({
        definition: definition as unknown as JobDefinition,
        leases: createLeases({ collection, clock, type }),
        clock,
        log,
      })
      lanes.set(type, lane)
      if (started) lane.start()
      return queue(definition)
    },
    async start() {
      if (started) return
      started = true
      undo.push(kvstore.onReconnect(wakeAll), await kvstore.subscribe(CHANNEL, type => lanes.get(type)?.wake()))
      for (const lane of lanes.values()) lane.start()
    },
    wake: wakeAll,
    async idle() {
      // A job may have added one of another kind, whose lane was idle already.
      for (let seen = -1; seen !== added; ) {
        seen = added
        await Promise.all([...lanes.values()].map(lane => lane.idle()))
      }
    },
    list: ({ state, type } = {}) =>
      collection
        .find({ ...(state ? { state } : {}), ...(type ? { type } : {}) }, { sort: { updated_at: -1 }, limit: 100 })
        .toArray(),
    async retry(ids) {
      const now = clock.now()
      const { modifiedCount } = await collection.updateMany(
        { state: 'dead', ...(ids ? { id: { $in: [...ids] } } : {}) },
        { $set: { state: 'waiting', due_at: now, attempts: 0, updated_at: now }, $unset: { dead_at: true } },
      )
      for (const type of lanes.keys()) announce(type)
      return modifiedCount
    },
    async stop() {
      for (const step of undo.splice(0)) await step()
      await Promise.all([...lanes.values()].map(lane => lane.stop(GRACE)))
    },
  }
}
