import { createWordFilter } from '@platform/trust'
import { median, rounded } from './lib/page.js'

const ROUNDS = 31
/** Texts looked through in one sample. */
const REPEATS = 5
const LENGTH = 10_000
const PHRASES = 10_000

/**
 * What the word filter costs on a comment of 10,000 characters that has none of the phrases, against finding the
 * words of the same text by one native expression; and what more phrases and more text cost.
 */
export function wordFilter() {
  const results = {}
  for (const [script, first] of [
    ['Latin', 0x61],
    ['Cyrillic', 0x430],
  ]) {
    const word = words(first)
    const phrases = Array.from({ length: PHRASES }, () => `${word()}${word()} ${word()}`)
    const text = sentence(word, LENGTH)
    const [many, few] = [createWordFilter(phrases), createWordFilter(phrases.slice(0, 10))]
    const times = measure({
      many: () => many.find(text),
      few: () => few.find(text),
      double: () => many.find(text + text),
      bare: () => text.toLowerCase().match(/\p{L}+/gu).length,
    })
    const ratio = (a, b) => rounded(median(times[a].map((time, i) => time / times[b][i])), 2)
    Object.assign(results, {
      [`${script}, 10,000 phrases, against one native expression`]: { value: ratio('many', 'bare'), unit: 'x' },
      [`${script}, 10,000 phrases against 10`]: { value: ratio('many', 'few'), unit: 'x', target: 'at most 3' },
      [`${script}, twice the text`]: { value: ratio('double', 'many'), unit: 'x', target: 'at most 2.5' },
      [`${script}, 10,000 phrases, fastest`]: {
        value: rounded(Math.min(...times.many) / REPEATS, 3),
        unit: 'ms',
        target: 'under 5',
      },
    })
  }
  return results
}

/** Times of each, taken in turns. */
function measure(tasks) {
  const times = Object.fromEntries(Object.keys(tasks).map(name => [name, []]))
  for (let round = 0; round < ROUNDS; round++) {
    for (const [name, run] of Object.entries(tasks)) {
      const began = performance.now()
      for (let i = 0; i < REPEATS; i++) run()
      times[name].push(performance.now() - began)
    }
  }
  return times
}

/** Made-up words of 26 letters from that one, the same in each run. */
function words(first) {
  let seed = 7
  const random = below => {
    seed = (seed * 1_103_515_245 + 12_345) % 2 ** 31
    return Math.floor((seed / 2 ** 31) * below)
  }
  return () => String.fromCharCode(...Array.from({ length: 2 + random(8) }, () => first + random(26)))
}

function sentence(word, length) {
  let text = ''
  while (text.length < length) text += `${word()} `
  return text.slice(0, length)
}
