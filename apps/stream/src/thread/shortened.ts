/** The end of a body that the server shortened. The last character is invisible, and nobody types it after dots. */
const SHORTENED = ' …\u2060'

/** Shortens a body at a space near the limit if there is one, and never within a character. */
export function shorten(body: string, most: number): string {
  if (body.length <= most) return body
  const start = body.slice(0, most)
  const space = start.search(/\s\S{0,40}$/)
  const text = space > 0 ? start.slice(0, space) : start.toWellFormed().replace(/\uFFFD$/, '')
  return text.trimEnd() + SHORTENED
}

/** Whether a body is only the beginning of a longer one. */
export const isShortened = (body: string): boolean => body.endsWith(SHORTENED)
