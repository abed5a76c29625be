/**
 * The form in which a user's text is stored: without halves of characters, and without NUL, which some stores and
 * programs can't handle.
 */
export function wellFormed(text: string): string {
  return text.isWellFormed() && !text.includes('\0') ? text : text.toWellFormed().replaceAll('\0', '')
}

/** The same for what has one line, such as a title: control characters, line breaks among them, become spaces. */
export function singleLine(text: string): string {
  return wellFormed(text).replace(/\p{Cc}+/gu, ' ')
}
