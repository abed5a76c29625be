/** Has nothing that normalising would change but its case. */
const PLAIN = /^[\t\n\r\x20-\x7e]*$/
/** What is not seen: zero-width and formatting characters, control characters that are no white space. */
const UNSEEN = /[[\p{Default_Ignorable_Code_Point}\p{Cc}\p{Cf}]--\p{White_Space}]/gv
/** Marks of no script that did not become part of a letter: strokes and piles of accents put over any text. */
const LOOSE_MARKS = /[[\p{Mn}\p{Me}]&&\p{Script=Inherited}]/gv

/**
 * One spelling for texts that a reader takes for the same: compatible forms (full width, ligatures, letters in
 * circles) become plain ones, case is folded, what can't be seen is left out. Accents that belong to a letter
 * stay: `ano` and `año` are different words.
 *
 * @example
 * normalise('Ｓｔｒａße') // 'strasse'
 */
export function normalise(text: string): string {
  if (PLAIN.test(text)) return text.toLowerCase()
  const seen = text.replace(UNSEEN, '').normalize('NFKC')
  // Upper case first: it is what brings ß and ss, ſ and s, ı and i together. Σ has two small forms.
  const folded = seen.toUpperCase().toLowerCase().replaceAll('ς', 'σ').normalize('NFKC')
  return folded.replace(LOOSE_MARKS, '')
}
