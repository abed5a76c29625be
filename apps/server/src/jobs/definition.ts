import type { Session } from '@platform/docstore'
import {
  type ConfigSchema,
  type JobAttempts,
  type JobRun,
  NonRetryableError,
  type ScheduledRun,
} from '@platform/plugin-sdk'
import { checkBySchema } from '../input/check-by-schema.ts'

export { type JobRun, NonRetryableError, type ScheduledRun }

interface Common extends JobAttempts {
  /** `<feature>.<verb>`, for example `mail.send`. */
  readonly type: string
  /** Values for every log line about such a job, such as the plugin that defines it. */
  readonly about?: object
}

/** A kind of job that waits in the queue until a server runs it. */
export interface JobDefinition<In extends object, Out = In> extends Common {
  /** The schema of the payload. It is checked when a job is added, and again when it runs, after an update perhaps. */
  readonly payload: ConfigSchema<In, Out>
  /**
   * Runs a job. It may be called again for the same job, for example after a crash, so a second run must do no harm.
   *
   * @throws NonRetryableError when another attempt would fail too; after any other error the job is tried again.
   */
  run(payload: Out, job: JobRun): Promise<void>
  /** How many jobs of this kind one server runs at the same time. Default 2. */
  readonly concurrency?: number
}

/** A kind of job that runs at the times of a schedule, each time on one of all servers. */
export interface ScheduleDefinition extends Common {
  /** A cron expression, see `parseSchedule`. */
  readonly schedule: string
  /** Runs the job, like `run` of a {@link JobDefinition}. */
  run(scheduled: ScheduledRun, job: JobRun): Promise<void>
}

/** A kind of job in the form in which a lane runs it, queued or scheduled. */
export interface Work extends Common {
  readonly concurrency?: number
  /** @throws Error when the job refuses its payload. */
  perform(payload: unknown, job: JobRun): Promise<void>
}

/** Makes the work of a job, which checks the payload before each run. */
export function workOf<In extends object, Out>({ payload, run, ...rest }: JobDefinition<In, Out>): Work {
  return {
    ...rest,
    async perform(stored, job) {
      const { issues, value } = await checkBySchema(payload, stored)
      // A server of another version may have added the job, and can do it at another attempt.
      if (issues !== undefined) throw new Error(`the stored payload is wrong: ${issues}`)
      await run(value, job)
    },
  }
}

export interface AddOptions {
  /** Names the job: while a job with this key waits or runs, no second one is added. */
  readonly key?: string
  /** The earliest time of the first attempt. Default: now. */
  readonly runAt?: Date
  /** The transaction that adds the job: the job exists only if the transaction is committed. */
  readonly session?: Session
}

/** Adds jobs of one kind. */
export interface JobQueue<P> {
  /**
   * @returns the id of the job; with a `key`, the id of the waiting or running job that has it already.
   * @throws QueueFullError when too many jobs of this kind are stored.
   */
  add(payload: P, options?: AddOptions): Promise<string>
  /**
   * Removes the job with this key, also a dead one. One that has begun ends its attempt and is not tried again; another
   * one with its key can be added at once.
   *
   * @returns `false` when none waits.
   */
  withdraw(key: string, options?: Pick<AddOptions, 'session'>): Promise<boolean>
}
