/** A piece of sanitised HTML: a tag as it is written, or text with its entities resolved. */
export type Token =
  | { readonly kind: 'tag'; readonly name: string; readonly html: string }
  | { readonly kind: 'text'; readonly text: string }

const ENTITIES: Readonly<Record<string, string>> = { '&lt;': '<', '&gt;': '>', '&quot;': '"', '&amp;': '&' }
const ESCAPES: Readonly<Record<string, string>> = { '<': '&lt;', '>': '&gt;', '"': '&quot;', '&': '&amp;' }

/** Reads what the sanitiser wrote, and nothing else: there, a `<` is always the beginning of a tag and `>` its end. */
export function readTokens(html: string): Token[] {
  return html
    .split(/(<[^>]*>)/)
    .filter(Boolean)
    .map(part =>
      part.startsWith('<')
        ? { kind: 'tag', name: /[a-z]+/.exec(part)![0], html: part }
        : { kind: 'text', text: part.replace(/&(?:lt|gt|quot|amp);/g, entity => ENTITIES[entity]!) },
    )
}

/** Text as it is written in HTML, in an attribute too. */
export function escapeHtml(text: string): string {
  return text.replace(/[<>"&]/g, character => ESCAPES[character]!)
}
