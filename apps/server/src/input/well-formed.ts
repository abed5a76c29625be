/**
 * The form in which a user's text is stored: without halves of characters, and without NUL, which some stores and
 * programs can't handle.
 */
export function wellFormed(text: string): string {
  return text.isWellFormed() && !text.includes('\0') ? text : text.toWellFormed().replaceAll('\0', '')
}
