import { Parser } from 'htmlparser2'

/** What a page says about itself, unchecked. */
export interface PageMetadata {
  /** The values of `meta` elements, by their name in lower case. */
  readonly meta: Readonly<Record<string, readonly string[]>>
  /** The title of the document and its first heading, as far as it has them. */
  readonly titles: readonly string[]
  /** Addresses of pictures in the text. */
  readonly pictures: readonly string[]
  /** The linked data of the page, a value for each of its scripts. */
  readonly linked: readonly unknown[]
}

/** The names of `meta` elements that are read. */
const NAMES = [
  'og:title',
  'title',
  'twitter:title',
  'dc.title',
  'og:description',
  'description',
  'twitter:description',
  'dc.description',
  'author',
  'article:author',
  'dc.creator',
  'article:section',
  'og:image:secure_url',
  'og:image',
  'og:image:url',
  'twitter:image',
  'twitter:image:src',
  'article:published_time',
  'article:published_date',
  'dc.date',
  'article:modified_time',
  'article:modified_date',
] as const

/** A name of a `meta` element that is read. */
export type MetaName = (typeof NAMES)[number]

/** Of each kind no more values are read. */
const MOST = 10
/** Of a text no more characters are read. */
const LONGEST = 10_000

const PICTURE = /^https?:\/\/[^?#]+\.(?:avif|gif|jpe?g|png|webp)(?:[?#]|$)/i

/** Reads the metadata of a page. What can't be read as HTML or as JSON is left out. */
export function readMetadata(html: string): PageMetadata {
  const meta: Record<string, string[]> = Object.fromEntries(NAMES.map(name => [name, []]))
  const [titles, headings, pictures]: [string[], string[], string[]] = [[], [], []]
  const linked: unknown[] = []
  /** The element whose text is being read, and what to do with the text. */
  let open: { readonly name: string; readonly into: (text: string) => void } | null = null
  let text: string[] = []
  const begin = (name: string, into: (text: string) => void) => {
    open ??= { name, into }
  }
  const parser = new Parser({
    onopentag(name, attributes) {
      if (name === 'meta') readMeta(meta, attributes)
      else if (name === 'img') addTo(pictures, PICTURE.test(attributes['src'] ?? '') ? attributes['src'] : undefined)
      else if (name === 'title' && titles.length === 0) begin(name, whole => addTo(titles, whole.trim()))
      else if (name === 'h1' && headings.length === 0) begin(name, whole => addTo(headings, whole.trim()))
      else if (name === 'script' && attributes['type'] === 'application/ld+json')
        begin(name, whole => addLinked(linked, whole))
    },
    ontext(piece) {
      if (open) text.push(piece)
    },
    onclosetag(name) {
      if (name !== open?.name) return
      const { into } = open
      const whole = text.join('')
      open = null
      text = []
      into(whole)
    },
  })
  parser.end(html)
  return { meta, titles: [...titles, ...headings], pictures, linked }
}

/** Adds the value of a `meta` element to those of its name. */
function readMeta(meta: Readonly<Record<string, string[]>>, attributes: Readonly<Record<string, string>>): void {
  const name = (attributes['property'] || attributes['name'] || attributes['itemprop'])?.toLowerCase()
  if (name !== undefined && Object.hasOwn(meta, name)) addTo(meta[name]!, attributes['content'] || attributes['value'])
}

function addTo(list: string[], value: string | undefined): void {
  if (value && list.length < MOST) list.push(value.slice(0, LONGEST))
}

/** Adds linked data, its texts shortened. Many pages break lines within a text, which JSON does not know. */
function addLinked(linked: unknown[], text: string): void {
  if (linked.length >= MOST) return
  const shorten = (_key: string, value: unknown) => (typeof value === 'string' ? value.slice(0, LONGEST) : value)
  try {
    linked.push(JSON.parse(JSON.stringify(JSON.parse(text.replaceAll(/[\r\n]/g, ' ')), shorten)))
  } catch {
    // It is no JSON, or has so many levels that it can't be handed on.
  }
}
