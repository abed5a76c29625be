import { normalForm } from './normal-form.ts'

/** Matches a text in which normalising changes only the case. */
const PLAIN = /^[\t\n\r\x20-\x7e]*$/
/** Invisible characters: zero-width and formatting ones, and control characters that are no white space. */
const UNSEEN = /[[\p{Default_Ignorable_Code_Point}\p{Cc}\p{Cf}]--\p{White_Space}]/gv
/** Marks that belong to no script and to no letter, such as strokes and piles of accents put over any text. */
const LOOSE_MARKS = /[[\p{Mn}\p{Me}]&&\p{Script=Inherited}]/gv
/** The one mark that has an upper case: Ι, a letter. */
const LOOSE_IOTA = /\u0345/g

/**
 * One spelling for texts that a reader takes for the same: compatible forms (full width, ligatures, letters in
 * circles) become plain ones, case is folded, invisible characters are left out. Accents that belong to a letter
 * stay: `ano` and `año` are different words. Takes time by the length of the text, for any text.
 *
 * @example
 * normalise('Ｓｔｒａße') // 'strasse'
 */
export function normalise(text: string): string {
  if (PLAIN.test(text)) return text.toLowerCase()
  const seen = normalForm(text.replace(UNSEEN, ''), 'NFKC').replace(LOOSE_IOTA, '')
  const folded = normalForm(foldCase(seen), 'NFKC')
  const tidy = folded.replace(LOOSE_MARKS, '')
  return tidy.length === folded.length ? tidy : normalForm(tidy, 'NFKC')
}

/**
 * Unicode's full case folding by the mappings that the language has: a table of our own, or of a library, would age
 * apart from them. Lower case first for ẞ, which is its own upper case; upper case then is what brings ß and ss, ſ
 * and s, ı and i together. Σ has two small forms.
 */
function foldCase(text: string): string {
  return text.toLowerCase().toUpperCase().toLowerCase().replaceAll('ς', 'σ')
}
