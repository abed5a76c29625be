import type { Session } from '@platform/docstore'
import { type ConfigSchema, type JobAttempts, JobRefused, type JobRun, type Tick } from '@platform/plugin-sdk'
import { checkBySchema } from '../input/check-by-schema.ts'

export { JobRefused, type JobRun, type Tick }

interface Common extends JobAttempts {
  /** `<feature>.<verb>`, for example `mail.send`. */
  readonly type: string
  /** Written beside every line of the log about such a job: whose job it is, for example. */
  readonly about?: object
}

/** A kind of work that waits in the queue until a server does it. */
export interface JobDefinition<In extends object, Out = In> extends Common {
  /** What a job is given. Checked when it is added and again when it is done, for it may be of an older version. */
  readonly payload: ConfigSchema<In, Out>
  /**
   * Does it. It may be called again for the same job, after a crash for instance: what is done twice must be as good as done once.
   *
   * @throws JobRefused when trying again is useless; anything else is tried again.
   */
  run(payload: Out, job: JobRun): Promise<void>
  /** How many of this kind one server does at the same time. Default 2. */
  readonly concurrency?: number
}

/** A kind of work that is done at times, each time by one of all servers. */
export interface ScheduleDefinition extends Common {
  /** A cron expression, see `parseSchedule`. */
  readonly schedule: string
  /** Does it, as `run` of a {@link JobDefinition} does. */
  run(tick: Tick, job: JobRun): Promise<void>
}

/** A kind of work as a lane does it, whether it is queued or scheduled. */
export interface Work extends Common {
  readonly concurrency?: number
  /** @throws JobRefused when the stored payload is not understood, or the job itself says so. */
  perform(payload: unknown, job: JobRun): Promise<void>
}

/** Has the payload of a job checked before each run. */
export function workOf<In extends object, Out>({ payload, run, ...rest }: JobDefinition<In, Out>): Work {
  return {
    ...rest,
    async perform(stored, job) {
      const { issues, value } = await checkBySchema(payload, stored)
      if (issues !== undefined) throw new JobRefused(`its payload is not understood: ${issues}`)
      await run(value, job)
    },
  }
}

export interface AddOptions {
  /** Names the work, so that it is not added again while it waits or runs. */
  readonly key?: string
  /** Not before then. Default: at once. */
  readonly runAt?: Date
  /** The transaction this belongs to: the job exists when, and only when, that is committed. */
  readonly session?: Session
}

/** Adds jobs of one kind. */
export interface JobQueue<P> {
  /** @returns the job's id; that of the one already there when `key` is taken. @throws PlatformError UNAVAILABLE when far too many wait. */
  add(payload: P, options?: AddOptions): Promise<string>
}
