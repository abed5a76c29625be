/** Matches a text without marks. Most texts have none, and are normalised without a bound. */
const NO_MARKS = /^[\0-\u02ff]*$/
/**
 * Matches a run of marks. The two half-width signs are no marks, but they are the only other characters whose
 * compatibility form begins with one.
 */
const MARKS = /[\p{M}\uff9e\uff9f]{2,}/gu
/** The most marks in a row in Unicode's stream-safe text format (UAX #15, 13); no language needs as many. */
const MOST_MARKS = 30

/**
 * Normalises a text that an untrusted user wrote. The time for sorting a run of combining marks grows with the square
 * of its length, so only the first 30 marks of each run are kept.
 *
 * @example
 * normalForm('e\u0301', 'NFC') // 'é'
 */
export function normalForm(text: string, form: 'NFC' | 'NFD' | 'NFKC' | 'NFKD'): string {
  return NO_MARKS.test(text) ? text.normalize(form) : text.replace(MARKS, bounded).normalize(form)
}

function bounded(marks: string): string {
  if (marks.length <= MOST_MARKS) return marks
  let end = 0
  for (let count = 0; count < MOST_MARKS && end < marks.length; count++) end += marks.codePointAt(end)! > 0xffff ? 2 : 1
  return marks.slice(0, end)
}
