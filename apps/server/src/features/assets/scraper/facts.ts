import { z } from 'zod'
import type { AssetFacts } from '../input.ts'

type Said = Readonly<Record<string, unknown>>

/**
 * What to keep of what a page says of itself. It says what it likes, so nothing but short text, web addresses and
 * times of a sensible year is taken.
 */
export function factsOf(said: Said, pageUrl: string): AssetFacts {
  const [linked] = graphOf(said['jsonLD'])
  const facts: AssetFacts = {
    title: text(500, said['ogTitle'], said['twitterTitle'], said['dcTitle'], linked?.['headline']),
    description: text(
      2_000,
      said['ogDescription'],
      said['twitterDescription'],
      said['dcDescription'],
      linked?.['description'],
    ),
    author: text(500, said['author'], nameOf(linked?.['author']), said['articleAuthor'], said['dcCreator']),
    section: text(200, said['articleSection'], linked?.['articleSection']),
    subsection: undefined,
    image: address(pageUrl, ...urlsOf(said['ogImage']), ...urlsOf(said['twitterImage']), ...urlsOf(linked?.['image'])),
    publication_date: time(
      said['articlePublishedTime'],
      said['articlePublishedDate'],
      linked?.['datePublished'],
      said['dcDate'],
    ),
    modified_date: time(said['articleModifiedTime'], said['articleModifiedDate'], linked?.['dateModified']),
  }
  return Object.fromEntries(Object.entries(facts).filter(([, value]) => value !== undefined)) as AssetFacts
}

/** The first that is text with something in it; an address is nobody's name and no title. */
function text(most: number, ...candidates: unknown[]): string | undefined {
  for (const candidate of candidates) {
    if (typeof candidate !== 'string') continue
    const line = candidate
      .slice(0, 10_000)
      .replace(/[\p{Cc}\p{Cf}\s]+/gu, ' ')
      .trim()
    if (line !== '' && !/^https?:\/\//i.test(line)) return line.slice(0, most).replace(/[\ud800-\udbff]$/, '')
  }
  return undefined
}

function address(pageUrl: string, ...candidates: unknown[]): string | undefined {
  for (const candidate of candidates) {
    if (typeof candidate !== 'string' || candidate.length > 2_048 || !URL.canParse(candidate, pageUrl)) continue
    const url = new URL(candidate, pageUrl)
    if (/^https?:$/.test(url.protocol) && !url.username && !url.password) return url.href
  }
  return undefined
}

function time(...candidates: unknown[]): Date | undefined {
  for (const candidate of candidates) {
    const date = typeof candidate === 'string' && /^\d{4}-\d{2}-\d{2}/.test(candidate) ? new Date(candidate) : null
    if (date && date.getUTCFullYear() >= 1970 && date.getUTCFullYear() < 3000) return date
  }
  return undefined
}

/** Linked data that describes an article: it stands alone, in a list, or in an `@graph`. */
function graphOf(data: unknown): Said[] {
  const all = (Array.isArray(data) ? data : [data]).flatMap(entry =>
    isObject(entry) && Array.isArray(entry['@graph']) ? (entry['@graph'] as unknown[]) : [entry],
  )
  return all
    .slice(0, 100)
    .filter(isObject)
    .filter(entry => 'headline' in entry || 'datePublished' in entry)
}

function nameOf(author: unknown): unknown {
  const [first] = Array.isArray(author) ? (author as unknown[]) : [author]
  return isObject(first) ? first['name'] : first
}

function urlsOf(images: unknown): unknown[] {
  return (Array.isArray(images) ? (images as unknown[]) : [images])
    .slice(0, 10)
    .map(image => (isObject(image) ? image['url'] : image))
}

const isObject = (value: unknown): value is Said => z.record(z.string(), z.unknown()).safeParse(value).success
