import { setTimeout as wait } from 'node:timers/promises'
import type { Clock } from '../runtime/clock.ts'
import type { Log } from '../runtime/log.ts'
import { logFailure } from '../runtime/outage.ts'
import { attempt } from './attempt.ts'
import type { Work } from './definition.ts'
import type { LeasedJob, Leases } from './leases.ts'

const CONCURRENCY = 2
/** A lane sleeps no longer, so a job whose wake-up message was lost waits at most this time. Milliseconds. */
const LONGEST_SLEEP = 60_000
/** How long a lane waits after the store did not answer, in milliseconds. */
const AFTER_FAILURE = 5_000
/** How long running jobs may take to end after they were aborted, in milliseconds. */
const ABORT_TIME = 1_000

/** Runs the jobs of one type. Each type has its own lane, so that slow jobs don't delay jobs of other types. */
export interface Lane {
  readonly type: string
  start(): void
  /** Looks for jobs now. If there are none, the lane sleeps until the next one is due. */
  wake(): void
  /** Resolves when no job is due and none runs. */
  idle(): Promise<void>
  /** Begins no more jobs. Running jobs may finish within `grace` milliseconds; then they are aborted. */
  stop(grace: number): Promise<void>
}

interface Parts {
  readonly work: Work
  readonly leases: Leases
  readonly clock: Clock
  readonly log: Log
}

export function createLane(parts: Parts): Lane {
  return new WorkLane(parts)
}

class WorkLane implements Lane {
  readonly type: string
  readonly #parts: Parts
  readonly #concurrency: number
  /** The jobs that run, by id. */
  readonly #running = new Map<string, Promise<void>>()
  readonly #stopping = new AbortController()
  #open = false
  /** Whether a job may have become due since the current search began, so that another search must follow. */
  #again = false
  #looking: Promise<void> | undefined
  #timer: NodeJS.Timeout | undefined

  constructor(parts: Parts) {
    this.type = parts.work.type
    this.#parts = parts
    this.#concurrency = parts.work.concurrency ?? CONCURRENCY
  }

  start(): void {
    this.#open = true
    this.wake()
  }

  wake(): void {
    if (!this.#open) return
    if (this.#looking) {
      this.#again = true
      return
    }
    clearTimeout(this.#timer)
    this.#looking = this.#look()
      .catch(error => {
        logFailure(this.#parts.log, error, { text: 'the search for due jobs failed', type: this.type })
        this.#wakeIn(AFTER_FAILURE)
      })
      .finally(() => {
        this.#looking = undefined
        if (this.#again) this.wake()
      })
  }

  async idle(): Promise<void> {
    for (;;) {
      while (this.#looking || this.#running.size > 0) {
        await this.#looking
        await Promise.all(this.#running.values())
      }
      const next = this.#open ? await this.#parts.leases.next([]) : null
      if (next === null || next > this.#parts.clock.now()) return
      this.wake()
    }
  }

  async stop(grace: number): Promise<void> {
    this.#open = false
    clearTimeout(this.#timer)
    await this.#looking
    const finished = Promise.all(this.#running.values())
    await Promise.race([finished, wait(grace, undefined, { ref: false })])
    this.#stopping.abort(new Error('the server is being stopped'))
    // A job that ignores the signal keeps its lease until the lease ends, so that no other server begins it meanwhile.
    await Promise.race([finished, wait(ABORT_TIME, undefined, { ref: false })])
  }

  async #look(): Promise<void> {
    const { leases } = this.#parts
    do {
      this.#again = false
      while (this.#open && this.#running.size < this.#concurrency) {
        const leased = await leases.take(this.#running.keys())
        if (!leased) break
        this.#begin(leased)
      }
    } while (this.#again)
    // At full concurrency the lane sets no timer, because each job that ends looks for the next one.
    if (this.#open && this.#running.size < this.#concurrency) this.#sleepUntil(await leases.next(this.#running.keys()))
  }

  #begin(leased: LeasedJob): void {
    const { work, leases, log } = this.#parts
    const done = attempt(leased, { work, leases, log, stopping: this.#stopping.signal }).finally(() => {
      this.#running.delete(leased.job.id)
      this.wake()
    })
    this.#running.set(leased.job.id, done)
  }

  #sleepUntil(time: Date | null): void {
    const delay = time === null ? LONGEST_SLEEP : time.getTime() - this.#parts.clock.now().getTime()
    this.#wakeIn(Math.min(Math.max(delay, 1), LONGEST_SLEEP))
  }

  #wakeIn(delay: number): void {
    clearTimeout(this.#timer)
    if (this.#open) this.#timer = setTimeout(() => this.wake(), delay).unref()
  }
}
