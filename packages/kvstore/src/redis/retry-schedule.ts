/**
 * Limits of the attempts to connect. Times are in milliseconds.
 *
 * @example
 * const patient: RetryLimits = { maxAttempts: 1000, maxRetryTime: 600_000, backoffFactor: 500, backoffMinimum: 1000 }
 */
export interface RetryLimits {
  /** The number of failed attempts after which no further one is made. @defaultValue 100 */
  readonly maxAttempts: number
  /** Longest time for all attempts. @defaultValue 60_000 */
  readonly maxRetryTime: number
  /** This factor, multiplied by the number of the attempt, is the delay before it. @defaultValue 500 */
  readonly backoffFactor: number
  /** Shortest delay. @defaultValue 1000 */
  readonly backoffMinimum: number
}

export const defaultLimits: RetryLimits = {
  maxAttempts: 100,
  maxRetryTime: 60_000,
  backoffFactor: 500,
  backoffMinimum: 1000,
}

/** The attempts of one outage, which begins when the schedule is made. */
export class RetrySchedule {
  readonly #limits: RetryLimits
  readonly #startedAt = performance.now()
  #waits = 0
  #failures = 0

  constructor(limits: RetryLimits) {
    this.#limits = limits
  }

  get failures(): number {
    return this.#failures
  }

  /** Milliseconds left of the time for connecting. */
  get timeLeft(): number {
    return Math.max(0, this.#limits.maxRetryTime - (performance.now() - this.#startedAt))
  }

  get exhausted(): boolean {
    return this.#failures >= this.#limits.maxAttempts || this.timeLeft === 0
  }

  countFailure(): void {
    this.#failures += 1
  }

  /** The delay before the next attempt: max(n × factor, minimum), never beyond the time that is left. */
  nextDelay(): number {
    this.#waits += 1
    const { backoffFactor, backoffMinimum } = this.#limits
    return Math.min(Math.max(this.#waits * backoffFactor, backoffMinimum), this.timeLeft)
  }
}
