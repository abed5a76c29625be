import { Cron } from 'croner'

/** The times of a cron expression in a time zone. */
export interface Schedule {
  /** The first time after the given one. */
  next(after: Date): Date
}

/** The accepted forms of an expression, for error messages. */
export const SCHEDULE_FORM =
  'five fields: minute, hour, day of the month, month, day of the week, like "0 3 * * *" or "*/15 8-18 * * MON-FRI"; ' +
  'or @hourly, @daily, @weekly, @monthly, @yearly'

/** The library reads dates, seconds and years too. A schedule has none of them: it repeats, once a minute at most. */
const FORM = /^(?:@\w+|\S+(?: +\S+){4})$/

/**
 * Parses a cron expression. A job with fixed times runs once on days when clocks change: at the end of a skipped hour,
 * and only the first time in a repeated hour. A job with `*` or a step in its hours follows the elapsed time: it has no
 * run in a skipped hour, and runs in both of two hours with the same name.
 *
 * @throws Error that says in one line what is wrong with the expression.
 */
export function parseSchedule(expression: string, timeZone: string): Schedule {
  if (!FORM.test(expression.trim())) throw new Error('it does not have five fields')
  const cron = new Cron(expression, { mode: '5-part', timezone: timeZone, paused: true, fixedTimeRule: 'no-wildcard' })
  const next = (after: Date) => {
    const found = cron.nextRun(after)
    if (!found) throw new Error('it names a day that never comes')
    return found
  }
  next(new Date(0))
  return { next }
}
