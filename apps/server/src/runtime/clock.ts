/** The source of the current time; tests use their own. */
export interface Clock {
  now(): Date
}

export const systemClock: Clock = { now: () => new Date() }
