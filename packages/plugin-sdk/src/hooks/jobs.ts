import type { StandardSchemaV1 } from '@standard-schema/spec'
import type { ConfigSchema } from '../config-schema.ts'
import type { GraphContext } from '../context.ts'

/**
 * Facts about one run of a job.
 *
 * @example
 * const run = async (_input: object, _context: object, { signal }: JobRun) => fetch('https://example.org', { signal })
 */
export interface JobRun {
  /** The job's id, the same for every attempt. */
  readonly id: string
  /** 1 for the first attempt. */
  readonly attempt: number
  /** Is aborted when the job must stop: it took too long, the server stops, or its lease ends or is lost. */
  readonly signal: AbortSignal
}

/**
 * How often a job is tried, and how long it may take.
 *
 * @example
 * const patient: JobAttempts = { attempts: 20, timeout: 10 * 60_000, backoff: { first: 60_000 } }
 */
export interface JobAttempts {
  /** The most attempts. @defaultValue 12, which takes about two and a half hours; 5 for a scheduled job */
  readonly attempts?: number
  /** How long one attempt may take, in milliseconds. @defaultValue 60_000 */
  readonly timeout?: number
  /**
   * The wait after the first failure, in milliseconds, which doubles with each further failure, and the longest wait.
   * Up to a fifth is added at random. @defaultValue 5 seconds and one hour
   */
  readonly backoff?: { readonly first?: number; readonly longest?: number }
}

/**
 * A job that `context.services.jobs.add` adds, and that some server runs later, at least once. After a crash it runs a
 * second time, which must have no further effect.
 *
 * @example
 * const recount: QueuedJob<z.ZodObject<{ asset: z.ZodString }>> = {
 *   input: z.object({ asset: z.string() }),
 *   run: async ({ asset }, context) => { context.log.info({ asset }, 'counted again') },
 * }
 */
export interface QueuedJob<Schema = ConfigSchema | undefined, Ctx = GraphContext> extends JobAttempts {
  /**
   * The schema of the job's input. The input is checked when the job is added, and again when it runs, because an older
   * version of the plugin may have added it.
   */
  readonly input?: Schema & ConfigSchema
  readonly schedule?: undefined
  /** How many jobs of this name one server runs at the same time. @defaultValue 2 */
  readonly concurrency?: number
  /**
   * Does the work. `context.user` is `null`.
   *
   * @throws NonRetryableError when trying again would not help; after any other error the job is tried again.
   */
  run(input: JobInput<Schema>, context: Ctx, job: JobRun): unknown
}

/**
 * The input of a scheduled job: the time of this run.
 *
 * @example
 * const day = ({ scheduledAt }: ScheduledRun) => scheduledAt.toISOString().slice(0, 10)
 */
export interface ScheduledRun {
  /** The time the run was scheduled for. The run is later when no server was up then, or an attempt failed. */
  readonly scheduledAt: Date
}

/**
 * A job that runs at the times of a cron expression, each time on one of the servers. It never runs twice at the same
 * time: when it is due while it still runs, that time is skipped. After times at which no server was up, it runs once,
 * late.
 *
 * @example
 * const nightly: ScheduledJob = {
 *   schedule: '0 3 * * *',
 *   run: async ({ scheduledAt }, context) => { context.log.info({ scheduledAt }, 'the nightly report is written') },
 * }
 */
export interface ScheduledJob<Ctx = GraphContext> extends JobAttempts {
  /**
   * A cron expression: minute, hour, day of the month, month and day of the week; or `@hourly`, `@daily`, `@weekly`,
   * `@monthly`, `@yearly`. Its time zone is `PLATFORM_TIME_ZONE`.
   */
  readonly schedule: string
  readonly input?: undefined
  readonly concurrency?: undefined
  /** Does the work, as {@link QueuedJob.run} does. */
  run(scheduled: ScheduledRun, context: Ctx, job: JobRun): unknown
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
 * The hook `jobs`: name → job. No two plugins may use one name, so a name begins with the plugin's own:
 * `likes.recount`.
 *
 * @example
 * const jobs: JobMap = { 'likes.recount': { run: async () => {} } }
 */
export type JobMap<Schemas = Readonly<Record<string, ConfigSchema | undefined>>, Ctx = GraphContext> = {
  readonly [Name in keyof Schemas]: JobDefinition<Schemas[Name], Ctx>
}

/**
 * The input of a job with this schema. Without a schema it is an object whose properties are `unknown`.
 *
 * @example
 * type Input = JobInput<typeof schema> // { asset: string }
 */
export type JobInput<Schema> = [Schema] extends [StandardSchemaV1]
  ? StandardSchemaV1.InferOutput<Schema>
  : Readonly<Record<string, unknown>>

/**
 * A job throws this error when trying again would not help. The job is then not tried again.
 *
 * @example
 * if (answer.status === 410) throw new NonRetryableError('the address is gone')
 */
export class NonRetryableError extends Error {
  override readonly name = 'NonRetryableError'
}
