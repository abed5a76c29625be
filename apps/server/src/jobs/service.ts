import type { Docstore } from '@platform/docstore'
import type { Kvstore } from '@platform/kvstore'
import { type AddJobOptions, type Jobs, nearestName } from '@platform/plugin-sdk'
import type { Clock } from '../runtime/clock.ts'
import type { Log } from '../runtime/log.ts'
import { logFailure } from '../runtime/outage.ts'
import {
  type AddOptions,
  type JobDefinition,
  type JobQueue,
  type ScheduleDefinition,
  type Work,
  workOf,
} from './definition.ts'
import { createLane, type Lane } from './lane.ts'
import { createLeases, type LeasedJob, type Leases } from './leases.ts'
import type { Job } from './model.ts'
import { createQueue } from './queue.ts'
import { createScheduledJob, type ScheduledWork } from './scheduled-job.ts'

const CHANNEL = 'jobs'
/** How long running jobs may go on while the server stops, in milliseconds. */
const GRACE = 5_000

/**
 * The queue of jobs. Jobs are stored until they are done, at least once, by any server. Two servers never run one job
 * at the same time.
 */
export interface JobsService extends Jobs {
  /**
   * Defines a kind of job. The ledger of the composition makes sure that its name is unique.
   *
   * @example
   * const payload = z.object({ userId: z.string() })
   * const deletions = jobs.define({ type: 'users.delete', payload, run: ({ userId }) => remove(userId) })
   * await deletions.add({ userId }, { key: userId, runAt: inAWeek })
   */
  define<In extends object, Out>(definition: JobDefinition<In, Out>): JobQueue<In>
  /**
   * Defines a scheduled job. While jobs run, the promise resolves when its next time is stored.
   *
   * @throws Error when the schedule can't be parsed
   * @example
   * await jobs.schedule({ type: 'reports.write', schedule: '0 3 * * *', run: ({ scheduledAt }) => write(scheduledAt) })
   */
  schedule(definition: ScheduleDefinition): Promise<void>
  /** Begins to run jobs; only servers call it, no commands. */
  start(): Promise<void>
  /** Looks for due jobs now. */
  wake(): void
  /** Resolves when no job is due and none runs on this server. */
  idle(): Promise<void>
  /** At most 100 jobs, the last changed ones first. */
  list(filter?: { readonly state?: Job['state']; readonly type?: string }): Promise<Job[]>
  /** Lets dead jobs, all of them or those with the ids, begin again. @returns how many. */
  retry(ids?: readonly string[]): Promise<number>
  /** The types of dead jobs, all of them or those with the ids, that no feature and no listed plugin does. */
  unlisted(ids?: readonly string[]): Promise<readonly string[]>
  stop(): Promise<void>
}

interface Foundations {
  readonly docstore: Docstore
  readonly kvstore: Kvstore
  readonly clock: Clock
  readonly log: Log
  /** The time zone of all schedules. Default `UTC`. */
  readonly timeZone?: string
}

interface State {
  readonly lanes: Map<string, Lane>
  readonly queues: Map<string, JobQueue<object>>
  readonly scheduled: ScheduledWork[]
  readonly undo: (() => unknown)[]
  started: boolean
  added: number
}

export function createJobs(foundations: Foundations): JobsService {
  const { docstore, kvstore, clock, log, timeZone = 'UTC' } = foundations
  const collection = docstore.collection<Job>('jobs')
  const state: State = { lanes: new Map(), queues: new Map(), scheduled: [], undo: [], started: false, added: 0 }
  const { lanes, queues, scheduled } = state

  /** Wakes the lane on all servers. If the message is lost, the job waits a minute at most. */
  function announce(type: string): void {
    lanes.get(type)?.wake()
    kvstore
      .publish(CHANNEL, type)
      .catch((error: unknown) => logFailure(log, error, { text: 'a message about a new job could not be published' }))
  }

  function addLane(work: Work, leases: Leases): void {
    const released = {
      ...leases,
      // Another server begins the job at once, and not when it looks again.
      async release(leased: LeasedJob) {
        await leases.release(leased)
        announce(work.type)
      },
    }
    const lane = createLane({ work, leases: released, clock, log })
    lanes.set(work.type, lane)
    if (state.started) lane.start()
  }

  return {
    define(definition) {
      const { type, payload } = definition
      addLane(workOf(definition), createLeases({ collection, clock, type }))
      const queue = createQueue({
        type,
        payload,
        collection,
        clock,
        onAdded(session) {
          state.added++
          // No server sees the job before the commit, so the lanes are woken after it.
          if (session) session.onCommit(() => announce(type))
          else announce(type)
        },
      })
      queues.set(type, queue)
      return queue
    },
    async schedule(definition) {
      const leases = createLeases({ collection, clock, type: definition.type })
      const job = createScheduledJob({
        ...{ definition, collection, leases, clock, timeZone },
        isShared: docstore.kind === 'mongodb',
      })
      if (state.started) await job.prepare()
      scheduled.push(job)
      addLane(job.work, job.leases)
    },
    add: async (name, input, options = {}) => queueNamed(state, name).add(input, timed(options, clock)),
    withdraw: async (name, key, options) => queueNamed(state, name).withdraw(key, options as AddOptions | undefined),
    ...running(state, foundations),
    ...forOperators({ ...foundations, announce, types: () => [...lanes.keys()] }),
  }
}

/** Finds the queue of a job by its name. */
function queueNamed({ queues, lanes }: State, name: string): JobQueue<object> {
  const queue = queues.get(name)
  if (queue) return queue
  if (lanes.has(name)) throw new Error(`the job ${name} runs by a schedule and can't be added`)
  const near = nearestName(name, [...queues.keys()])
  throw new Error(`there is no job ${name}${near ? `; did you mean ${near}?` : ''}`)
}

function timed({ delay, ...options }: AddJobOptions, clock: Clock) {
  return { ...options, ...(delay === undefined ? {} : { runAt: new Date(clock.now().getTime() + delay) }) }
}

type Running = Pick<JobsService, 'start' | 'wake' | 'idle' | 'stop'>

/** The methods that start, wake and stop the lanes. */
function running(state: State, { kvstore }: Foundations): Running {
  const { lanes, scheduled, undo } = state
  const wake = () => {
    for (const lane of lanes.values()) lane.wake()
  }
  return {
    wake,
    async start() {
      if (state.started) return
      state.started = true
      undo.push(kvstore.onReconnect(wake), await kvstore.subscribe(CHANNEL, type => lanes.get(type)?.wake()))
      await Promise.all(scheduled.map(job => job.prepare()))
      for (const lane of lanes.values()) lane.start()
    },
    async idle() {
      // A job may have added one of another type, whose lane was already idle.
      for (let seen = -1; seen !== state.added; ) {
        seen = state.added
        await Promise.all([...lanes.values()].map(lane => lane.idle()))
      }
    },
    async stop() {
      for (const step of undo.splice(0)) await step()
      await Promise.all([...lanes.values()].map(lane => lane.stop(GRACE)))
    },
  }
}

/** How many jobs a command reads at most. */
const MOST_LISTED = 100

/** The methods for the commands of an operator. */
function forOperators({
  docstore,
  clock,
  announce,
  types,
}: Foundations & { announce(type: string): void; types(): string[] }): Pick<
  JobsService,
  'list' | 'retry' | 'unlisted'
> {
  const collection = docstore.collection<Job>('jobs')
  const dead = (ids?: readonly string[]) => ({ state: 'dead' as const, ...(ids ? { id: { $in: [...ids] } } : {}) })
  return {
    list: ({ state, type } = {}) =>
      collection
        .find(
          { ...(state ? { state } : {}), ...(type ? { type } : {}) },
          { sort: { updated_at: -1 }, limit: MOST_LISTED },
        )
        .toArray(),
    async retry(ids) {
      const now = clock.now()
      // A job of a plugin that is no longer listed would wait for ever.
      const { modifiedCount } = await collection.updateMany(
        { ...dead(ids), type: { $in: types() } },
        { $set: { state: 'waiting', due_at: now, attempts: 0, updated_at: now }, $unset: { dead_at: true } },
      )
      types().forEach(announce)
      return modifiedCount
    },
    async unlisted(ids) {
      const left = await collection.find({ ...dead(ids), type: { $nin: types() } }, { limit: MOST_LISTED }).toArray()
      return [...new Set(left.map(({ type }) => type))].toSorted()
    },
  }
}
