/** Has no mark, so nothing to bound; most texts. */
const NO_MARKS = /^[\0-\u02ff]*$/
/** Marks, and the two half-width signs that become marks in compatible forms; no other character begins with one. */
const MARKS = /[\p{M}\uff9e\uff9f]{2,}/gu
/** As many as Unicode's stream-safe text format allows in a row (UAX #15, 13); no language comes near it. */
const MOST_MARKS = 30

/**
 * `String.prototype.normalize` for texts of anybody. Sorting a run of combining marks takes time by the square of its
 * length, so of each run only the first 30 are kept; everything else is as it was.
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
