import type { StringValue } from 'ms'
import ms from 'ms'
import { fromText, Refusal } from './from-text.ts'

const DURATION = /^(?:\d{1,15}|\d{1,15}\.\d{1,9}) ?(?:ms|s|secs?|seconds?|m|mins?|minutes?|h|hrs?|hours?|d|days?)?$/i

/** The longest delay of a Node timer. A timer with a longer delay fires immediately. */
export const LONGEST_TIMER = '24 days'

/**
 * A duration in milliseconds within inclusive bounds: `30s`, `1 min`, `1hr`, `1 day`, `500ms`, or a
 * plain number of milliseconds. The grammar is stricter than that of `ms`, which reads years too.
 */
export function duration(least: StringValue, most: StringValue) {
  return fromText(text => {
    const value = DURATION.test(text) ? ms(text as StringValue) : Number.NaN
    if (Number.isNaN(value)) {
      throw new Refusal('must be a duration such as 500ms, 30s, 1 min, 1hr, 1 day, or a number of milliseconds')
    }
    if (value < ms(least) || value > ms(most)) throw new Refusal(`must be a duration from ${least} to ${most}`)
    return value
  })
}
