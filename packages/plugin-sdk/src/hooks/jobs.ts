import type { StandardSchemaV1 } from '@standard-schema/spec'
import type { ConfigSchema } from '../config-schema.ts'
import type { GraphContext } from '../context.ts'

/**
 * What a job knows of its own run.
 *
 * @example
 * const run = async (_input: object, _context: object, { signal }: JobRun) => fetch('https://example.org', { signal })
 */
export interface JobRun {
  /** The job's id, the same for every attempt. */
  readonly id: string
  /** 1 for the first attempt. */
  readonly attempt: number
  /** Aborted when the job must stop: it took too long, the server stops, or another server has taken the job over. */
  readonly signal: AbortSignal
}

/**
 * How a job is tried.
 *
 * @example
 * const patient: JobAttempts = { attempts: 20, timeout: 10 * 60_000, backoff: { first: 60_000 } }
 */
export interface JobAttempts {
  /** How often it is tried before it is given up. Default 12, about two and a half hours; 5 for a scheduled job. */
  readonly attempts?: number
  /** How long one attempt may take. Milliseconds, default one minute. */
  readonly timeout?: number
  /**
   * How long is waited after the first failure, which doubles with every further one, and the longest wait.
   * Milliseconds, default 5 seconds and one hour. Up to a fifth is added by chance.
   */
  readonly backoff?: { readonly first?: number; readonly longest?: number }
}

/**
 * Work that is added by `context.services.jobs.add` and done later, at least once, by any server. What is done twice,
 * after a crash for instance, must be as good as done once.
 *
 * @example
 * const recount: QueuedJob<z.ZodObject<{ asset: z.ZodString }>> = {
 *   input: z.object({ asset: z.string() }),
 *   run: async ({ asset }, context) => { context.log.info({ asset }, 'counted again') },
 * }
 */
export interface QueuedJob<Schema = ConfigSchema | undefined, Ctx = GraphContext> extends JobAttempts {
  /** What the job is given. It is checked when the job is added and again when it runs, because an older version may have added it. */
  readonly input?: Schema & ConfigSchema
  readonly schedule?: undefined
  /** How many of this kind one server does at the same time. Default 2. */
  readonly concurrency?: number
  /**
   * Does the work. There is no user; the context is the plugin's own view.
   *
   * @throws JobRefused when trying again is useless; anything else is tried again.
   */
  run(input: JobInput<Schema>, context: Ctx, job: JobRun): unknown
}

/**
 * Which run of a scheduled job this is.
 *
 * @example
 * const day = ({ scheduledAt }: Tick) => scheduledAt.toISOString().slice(0, 10)
 */
export interface Tick {
  /** The time the run was scheduled for. The run is later when no server was up then, or an attempt failed. */
  readonly scheduledAt: Date
}

/**
 * Work that is done at times a cron expression names, each time by one of all servers. The same job never runs twice at
 * once: times that come while it still runs are left out. Times that passed while no server was up are made up for by
 * one late run.
 *
 * @example
 * const nightly: ScheduledJob = {
 *   schedule: '0 3 * * *',
 *   run: async ({ scheduledAt }, context) => { context.log.info({ scheduledAt }, 'the nightly report is written') },
 * }
 */
export interface ScheduledJob<Ctx = GraphContext> extends JobAttempts {
  /**
   * Minute, hour, day of the month, month and day of the week, as cron has them, or `@hourly`, `@daily`, `@weekly`,
   * `@monthly`, `@yearly`. Read in the time zone of `PLATFORM_TIME_ZONE`.
   */
  readonly schedule: string
  readonly input?: undefined
  readonly concurrency?: undefined
  /** Does the work, as {@link QueuedJob.run}. */
  run(tick: Tick, context: Ctx, job: JobRun): unknown
}

/**
 * One entry of the hook `jobs`.
 *
 * @example
 * const isScheduled = (job: JobDefinition) => job.schedule !== undefined
 */
export type JobDefinition<Schema = ConfigSchema | undefined, Ctx = GraphContext> =
  | QueuedJob<Schema, Ctx>
  | ScheduledJob<Ctx>

/**
 * The hook `jobs`: name → job. No two plugins may use one name, so a name begins with the plugin's own: `likes.recount`.
 *
 * @example
 * const jobs: JobMap = { 'likes.recount': { run: async () => {} } }
 */
export type JobMap<Schemas = Readonly<Record<string, ConfigSchema | undefined>>, Ctx = GraphContext> = {
  readonly [Name in keyof Schemas]: JobDefinition<Schemas[Name], Ctx>
}

/**
 * What a job of a schema is given; an object with nothing known of it without a schema.
 *
 * @example
 * type Input = JobInput<typeof schema> // { asset: string }
 */
export type JobInput<Schema> = [Schema] extends [StandardSchemaV1]
  ? StandardSchemaV1.InferOutput<Schema>
  : Readonly<Record<string, unknown>>

/**
 * Thrown by a job when trying again would not help: it is given up at once.
 *
 * @example
 * if (answer.status === 410) throw new JobRefused('the address is gone')
 */
export class JobRefused extends Error {
  override readonly name = 'JobRefused'
}
