/** Lower-case letters that look like a Latin letter. Upper-case shapes count too: В looks like B. */
const PAIRS =
  'аaвbгrеeиuкkмmнhоoрpсcтtуyхxьbѕsіiјjһhӏlԁdԛqԝwѵv' + // Cyrillic
  'αaβbγyεeζzηnιiκkμmνvοoρpσoτtυuχx' + // Greek
  'ɑaɡgᴀaʙbᴄcᴅdᴇeɢgʜhɪiᴊjᴋkʟlᴍmɴnᴏoᴘpʀrꜱsᴛtᴜuᴠvᴡwʏyᴢz' // small capitals and phonetic letters

const LATIN = new Map(Array.from({ length: PAIRS.length / 2 }, (_, i) => [PAIRS[i * 2]!, PAIRS[i * 2 + 1]!]))
const PLAIN = /^[\0-\x7f]*$/
const HAS_LATIN = /\p{Script=Latin}/u

/**
 * Replaces look-alikes in a word that has Latin letters, because a Cyrillic `а` between them is a disguise. A word
 * entirely in another alphabet stays as it is, because it is a word of another language.
 */
export function latinReading(word: string): string {
  if (PLAIN.test(word) || !HAS_LATIN.test(word)) return word
  return Array.from(word, letter => LATIN.get(letter) ?? letter).join('')
}
