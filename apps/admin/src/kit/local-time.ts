/**
 * A moment as a field for day and time shows it, in the time zone of the browser.
 *
 * @example
 * toLocalTime('2026-12-03T13:00:00.000Z') // '2026-12-03T14:00' in Berlin
 */
export function toLocalTime(iso: string): string {
  const time = new Date(iso)
  return new Date(time.getTime() - time.getTimezoneOffset() * 60_000).toISOString().slice(0, 16)
}

/** The moment that a field for day and time shows; `null` when it is empty. */
export function fromLocalTime(value: string): string | null {
  return value === '' ? null : new Date(value).toISOString()
}
