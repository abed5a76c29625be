import { normalForm } from './normal-form.ts'

/** Matches a text in which normalising changes only the case. */
const PLAIN = /^[\t\n\r\x20-\x7e]*$/
/** Invisible characters: zero-width and formatting ones, and control characters that are no white space. */
const UNSEEN = /[[\p{Default_Ignorable_Code_Point}\p{Cc}\p{Cf}]--\p{White_Space}]/gv
/** Marks that belong to no script, such as strokes and accents that can be put over any text. */
const LOOSE_MARKS = /[[\p{Mn}\p{Me}]&&\p{Script=Inherited}]/gv
/** The one mark whose upper case is a letter, Ι. */
const LOOSE_IOTA = /\u0345/g

/**
 * Gives the same spelling to texts that look the same to a reader. Compatible forms (full width, ligatures, letters in
 * circles) become plain ones, case is folded, and invisible characters are removed. Accents that belong to a letter are
 * kept, because `ano` and `año` are different words. The time depends on the length of the text only.
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
 * Does Unicode's full case folding with the mappings of JavaScript, because a separate table would follow another
 * version of Unicode. The first lower case turns ẞ into ß. The upper case then turns ß into SS, ſ into S and ı into I.
 * Σ has two small forms.
 */
function foldCase(text: string): string {
  return text.toLowerCase().toUpperCase().toLowerCase().replaceAll('ς', 'σ')
}
