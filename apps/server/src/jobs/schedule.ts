import { Cron } from 'croner'

/** The times a cron expression names in a time zone. */
export interface Schedule {
  /** The first time after another. */
  next(after: Date): Date
}

/** What can be written, for messages. */
export const SCHEDULE_FORM =
  'five fields: minute, hour, day of the month, month, day of the week, like "0 3 * * *" or "*/15 8-18 * * MON-FRI"; or @hourly, @daily, @weekly, @monthly, @yearly'

/** Croner also reads dates, seconds and years; here a schedule repeats, once a minute at most. */
const FORM = /^(?:@\w+|\S+(?: +\S+){4})$/

/**
 * Reads a cron expression. Where clocks change, a job with fixed times runs once: at the end of the gap when its time
 * is left out, the first time when its time comes twice. A job that repeats (`*`, or a step) follows the passing time: it
 * leaves out what is left out, and runs in both of the hours that are called alike.
 *
 * @throws Error saying in one line what is wrong with it
 */
export function parseSchedule(expression: string, timeZone: string): Schedule {
  if (!FORM.test(expression.trim())) throw new Error('it does not have five fields')
  const cron = new Cron(expression, { mode: '5-part', timezone: timeZone, paused: true, fixedTimeRule: 'no-wildcard' })
  const next = (after: Date) => {
    const found = cron.nextRun(after)
    if (!found) throw new Error('no day is ever like that')
    return found
  }
  next(new Date(0))
  return { next }
}
