/** A part of sanitised HTML: a tag as it is written, or text with its entities resolved. */
export type Token =
  | { readonly kind: 'tag'; readonly name: string; readonly html: string }
  | { readonly kind: 'text'; readonly text: string }

const ENTITIES: Readonly<Record<string, string>> = { '&lt;': '<', '&gt;': '>', '&quot;': '"', '&amp;': '&' }
const ESCAPES: Readonly<Record<string, string>> = { '<': '&lt;', '>': '&gt;', '"': '&quot;', '&': '&amp;' }

/** Reads output of the sanitiser only, in which every `<` begins a tag and every `>` ends one. */
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

/** Escapes text for HTML, also for an attribute. */
export function escapeHtml(text: string): string {
  return text.replace(/[<>"&]/g, character => ESCAPES[character]!)
}
