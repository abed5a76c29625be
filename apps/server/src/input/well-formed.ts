/**
 * A text that people wrote as it is stored: without halves of characters, and without NUL, which stores and programs
 * stumble over.
 */
export function wellFormed(text: string): string {
  return text.isWellFormed() && !text.includes('\0') ? text : text.toWellFormed().replaceAll('\0', '')
}
