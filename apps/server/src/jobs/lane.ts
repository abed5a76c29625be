import { setTimeout as wait } from 'node:timers/promises'
import type { Clock } from '../runtime/clock.ts'
import type { Log } from '../runtime/log.ts'
import { attempt } from './attempt.ts'
import type { Work } from './definition.ts'
import type { Held, Leases } from './leases.ts'

const CONCURRENCY = 2
/** The longest a job is overlooked when the message about it was lost. Milliseconds. */
const LONGEST_SLEEP = 60_000
/** Before looking again when the store did not answer. */
const AFTER_FAILURE = 5_000
/** How long handlers may take to notice that they must stop. */
const LAST_WORDS = 1_000

/** Does the jobs of one type, so that a slow kind never holds up another. */
export interface Lane {
  readonly type: string
  start(): void
  /** Looks for jobs now, and sleeps until the next one is due when there are none. */
  wake(): void
  /** Resolves once nothing is due and nothing runs. */
  idle(): Promise<void>
  /** Takes no more; what runs may finish within `grace` milliseconds, then it is given back. */
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
  readonly #places: number
  readonly #running = new Set<Promise<void>>()
  readonly #stopping = new AbortController()
  #open = false
  /** Whether something may have become due since the look that is going on began. */
  #again = false
  #looking: Promise<void> | undefined
  #timer: NodeJS.Timeout | undefined

  constructor(parts: Parts) {
    this.type = parts.work.type
    this.#parts = parts
    this.#places = parts.work.concurrency ?? CONCURRENCY
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
        this.#parts.log.error({ err: error, type: this.type }, 'jobs could not be looked for')
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
        await Promise.all(this.#running)
      }
      const next = this.#open ? await this.#parts.leases.next() : null
      if (next === null || next > this.#parts.clock.now()) return
      this.wake()
    }
  }

  async stop(grace: number): Promise<void> {
    this.#open = false
    clearTimeout(this.#timer)
    await this.#looking
    const finished = Promise.all(this.#running)
    await Promise.race([finished, wait(grace, undefined, { ref: false })])
    this.#stopping.abort(new Error('the server is being stopped'))
    // A job that does not listen to that keeps its lease until it runs out: no other server may begin it before.
    await Promise.race([finished, wait(LAST_WORDS, undefined, { ref: false })])
  }

  async #look(): Promise<void> {
    const { leases } = this.#parts
    do {
      this.#again = false
      while (this.#open && this.#running.size < this.#places) {
        const held = await leases.take()
        if (!held) break
        this.#begin(held)
      }
    } while (this.#again)
    // With every place taken there is nothing to wait for: the job that ends looks again.
    if (this.#open && this.#running.size < this.#places) this.#sleepUntil(await leases.next())
  }

  #begin(held: Held): void {
    const { work, leases, log } = this.#parts
    const done = attempt(held, { work, leases, log, stopping: this.#stopping.signal }).finally(() => {
      this.#running.delete(done)
      this.wake()
    })
    this.#running.add(done)
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
