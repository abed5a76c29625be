/**
 * A day and a time, as short as they can be told apart: with the year only where it is another one.
 *
 * @example
 * shortTime('en-GB', Date.parse('2026-12-03T14:00'), Date.now()) // '3 Dec, 14:00'
 */
export function shortTime(lang: string, time: number, now: number): string {
  const isOtherYear = new Date(time).getFullYear() !== new Date(now).getFullYear()
  return new Intl.DateTimeFormat(lang, {
    day: 'numeric',
    month: 'short',
    ...(isOtherYear ? { year: 'numeric' } : {}),
    hour: 'numeric',
    minute: '2-digit',
  }).format(time)
}
