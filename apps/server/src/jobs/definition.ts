import type { Session } from '@platform/docstore'
import type { z } from 'zod'

/** What a handler knows of the job it does. */
export interface JobRun {
  readonly id: string
  /** 1 for the first time. */
  readonly attempt: number
  /** Aborted when the handler must stop: it took too long, the server stops, or the job is no longer this server's. */
  readonly signal: AbortSignal
}

/** A kind of work. */
export interface JobDefinition<S extends z.ZodType<object> = z.ZodType<object>> {
  /** `<feature>.<verb>`, for example `mail.send`. */
  readonly type: string
  /** What a job is given. Checked when it is added and again when it is done, for it may be of an older version. */
  readonly payload: S
  /**
   * Does it. It may be called again for the same job, after a crash for instance: what is done twice must be as good as done once.
   *
   * @throws JobRefused when trying again is useless; anything else is tried again.
   */
  run(payload: z.output<S>, job: JobRun): Promise<void>
  /** How many of this kind one server does at the same time. Default 2. */
  readonly concurrency?: number
  /** How often it is tried before it is dead. Default 12, about two and a half hours. */
  readonly attempts?: number
  /** How long one attempt may take. Milliseconds, default one minute. */
  readonly timeout?: number
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

/** Trying again would not help: the job is dead at once. */
export class JobRefused extends Error {
  override readonly name = 'JobRefused'
}
