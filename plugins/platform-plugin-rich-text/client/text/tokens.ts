/** A part of sanitised HTML: a tag as it is written, or text with its entities resolved. */
export type Token =
  | { readonly kind: 'tag'; readonly name: string; readonly closes: boolean; readonly html: string }
  | { readonly kind: 'text'; readonly text: string }

const ENTITIES: Readonly<Record<string, string>> = { '&lt;': '<', '&gt;': '>', '&quot;': '"', '&amp;': '&' }

/** Reads output of the sanitiser only, in which every `<` begins a tag and every `>` ends one. */
export function readTokens(html: string): Token[] {
  return html
    .split(/(<[^>]*>)/)
    .filter(Boolean)
    .map(part => {
      const [, slash, name] = /^<(\/?)(\w+).*>$/s.exec(part) ?? []
      return name === undefined
        ? { kind: 'text', text: unescapeHtml(part) }
        : { kind: 'tag', name, closes: slash === '/', html: part }
    })
}

/** Resolves the entities that the sanitiser writes. */
export const unescapeHtml = (html: string): string =>
  html.replace(/&(?:lt|gt|quot|amp);/g, entity => ENTITIES[entity] ?? entity)
