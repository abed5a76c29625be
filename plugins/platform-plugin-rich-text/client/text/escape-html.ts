const ESCAPES: Readonly<Record<string, string>> = { '<': '&lt;', '>': '&gt;', '"': '&quot;', '&': '&amp;' }

/** Escapes text for HTML, also for an attribute. */
export const escapeHtml = (text: string): string =>
  text.replace(/[<>"&]/g, character => ESCAPES[character] ?? character)
