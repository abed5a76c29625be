import type { Asset } from '@platform/plugin-sdk'
import { normalForm } from '@platform/trust'
import { canonicalAddress } from './address.ts'

type Described = Partial<Pick<Asset, 'url' | 'title' | 'description' | 'section' | 'subsection' | 'author'>>

/** Bounds of the words that are stored with one asset, and of the terms of one search. */
const MOST_WORDS = 100
const LONGEST_WORD = 40
const MOST_TERMS = 8

/** The words by which an asset is found: those of its address and of the facts about its page, each once. */
export function wordsOf({ title, author, section, subsection, url, description }: Described): string[] {
  const texts = [title, author, section, subsection, url?.replace(/^https?:\/\//, ''), description]
  return [...new Set(texts.flatMap(text => split(text ?? '')))].slice(0, MOST_WORDS)
}

/** The store filter for a search: every term must begin a word. Terms are taken literally. */
export function wordFilter(value: string | null | undefined): Record<string, unknown> {
  if (value === null || value === undefined || value.trim() === '') return {}
  // An address that was copied from a browser is looked for in the form in which addresses are stored.
  const address = /^https?:\/\//i.test(value.trim()) ? (canonicalAddress(value.trim()) ?? value.trim()) : value
  const terms = [...new Set(split(address.trim().replace(/^https?:\/\//i, '')))].slice(0, MOST_TERMS)
  if (terms.length === 0) return { words: { $in: [] } }
  return { $and: terms.map(term => ({ words: { $elemMatch: { $gte: term, $lt: `${term}\uffff` } } })) }
}

function split(text: string): string[] {
  return normalForm(text.slice(0, 5_000), 'NFKC')
    .toLowerCase()
    .split(/[^\p{L}\p{N}]+/u)
    .filter(Boolean)
    .map(word => word.slice(0, LONGEST_WORD))
}
