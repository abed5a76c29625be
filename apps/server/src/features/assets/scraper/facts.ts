import { z } from 'zod'
import type { AssetFacts } from '../input.ts'
import type { MetaName, PageMetadata } from './page-metadata.ts'

type Data = Readonly<Record<string, unknown>>

/**
 * Reads the facts about a page from its metadata. A page may claim anything, so only short texts, web addresses and
 * times of a plausible year are accepted.
 */
export function factsOf({ meta, titles, pictures, linked }: PageMetadata, pageUrl: string): AssetFacts {
  const named = (...names: MetaName[]) => names.flatMap(name => meta[name] ?? [])
  const [article] = articlesOf(linked)
  return {
    title: text(
      500,
      ...named('og:title'),
      ...titles.slice(0, 1),
      ...named('title', 'twitter:title', 'dc.title'),
      article?.['headline'],
      ...titles,
    ),
    description: text(
      2_000,
      ...named('og:description', 'description', 'twitter:description', 'dc.description'),
      article?.['description'],
    ),
    author: text(500, ...named('author'), nameOf(article?.['author']), ...named('article:author', 'dc.creator')),
    section: text(200, ...named('article:section'), article?.['articleSection']),
    // No page names it in its metadata; editors and plugins set it.
    subsection: undefined,
    image: address(
      pageUrl,
      ...named('og:image:secure_url', 'og:image', 'og:image:url', 'twitter:image', 'twitter:image:src'),
      ...urlsOf(article?.['image']),
      ...pictures,
    ),
    publication_date: time(
      ...named('article:published_time', 'article:published_date'),
      article?.['datePublished'],
      ...named('dc.date'),
    ),
    modified_date: time(...named('article:modified_time', 'article:modified_date'), article?.['dateModified']),
  }
}

/** The first text that is not blank; an address is neither a title nor the name of an author. */
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

/** The linked data that describes an article. It is an object by itself, in a list, or in an `@graph`. */
function articlesOf(data: readonly unknown[]): Data[] {
  const all = data
    .flatMap(listOf)
    .flatMap(entry => (isObject(entry) && Array.isArray(entry['@graph']) ? listOf(entry['@graph']) : [entry]))
  return all
    .slice(0, 100)
    .filter(isObject)
    .filter(entry => 'headline' in entry || 'datePublished' in entry)
}

function nameOf(author: unknown): unknown {
  const [first] = listOf(author)
  return isObject(first) ? first['name'] : first
}

function urlsOf(images: unknown): unknown[] {
  return listOf(images)
    .slice(0, 10)
    .map(image => (isObject(image) ? image['url'] : image))
}

function listOf(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : [value]
}

const isObject = (value: unknown): value is Data => z.record(z.string(), z.unknown()).safeParse(value).success
