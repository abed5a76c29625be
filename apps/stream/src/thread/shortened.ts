/** The end of a text that was cut. */
const CUT = ' …'
/** The end of a body that the server shortened. The last character is invisible, and no author types it after dots. */
const SHORTENED = `${CUT}\u2060`

/** Cuts a text at a space near the limit if there is one, and never within a character. */
export function cut(text: string, most: number): string {
  return text.length <= most ? text : beginning(text, most) + CUT
}

/** Cuts a body so that the browser knows that there is more of it. */
export function shorten(body: string, most: number): string {
  return body.length <= most ? body : beginning(body, most) + SHORTENED
}

function beginning(whole: string, most: number): string {
  const start = whole.slice(0, most)
  const space = start.search(/\s\S{0,40}$/)
  const text = space > 0 ? start.slice(0, space) : start.toWellFormed().replace(/\uFFFD$/, '')
  return text.trimEnd()
}

/** Whether a body is only the beginning of a longer one. */
export const isShortened = (body: string): boolean => body.endsWith(SHORTENED)
