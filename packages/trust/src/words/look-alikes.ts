/** Letters, folded to lower case, that pass for a Latin one. Upper-case shapes count too: В looks like B. */
const PAIRS =
  'аaвbгrеeиuкkмmнhоoрpсcтtуyхxьbѕsіiјjһhӏlԁdԛqԝwѵv' + // Cyrillic
  'αaβbγyεeζzηnιiκkμmνvοoρpσoτtυuχx' + // Greek
  'ɑaɡgᴀaʙbᴄcᴅdᴇeɢgʜhɪiᴊjᴋkʟlᴍmɴnᴏoᴘpʀrꜱsᴛtᴜuᴠvᴡwʏyᴢz' // small capitals and phonetic letters

const LATIN = new Map(Array.from({ length: PAIRS.length / 2 }, (_, i) => [PAIRS[i * 2]!, PAIRS[i * 2 + 1]!]))
const PLAIN = /^[\0-\x7f]*$/
const HAS_LATIN = /\p{Script=Latin}/u

/**
 * Reads a word the way its Latin letters suggest: a Cyrillic `а` between Latin letters is there to deceive. A
 * word all in another alphabet is left alone, it is somebody's language.
 */
export function latinReading(word: string): string {
  if (PLAIN.test(word) || !HAS_LATIN.test(word)) return word
  return Array.from(word, letter => LATIN.get(letter) ?? letter).join('')
}
