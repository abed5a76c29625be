/** A value as the text of a script element with data, which no text in it can end. JSON must not get entities. */
export function jsonText(value: object): string {
  return JSON.stringify(value).replaceAll('<', '\\u003c')
}
