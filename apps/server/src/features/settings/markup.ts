/**
 * A text of an administrator in Markdown as HTML; `null` for none. The library is loaded for the first text, because
 * most sites have none.
 */
export async function markup(text: string | null): Promise<string | null> {
  if (!text) return null
  const { micromark } = await import('micromark')
  // The library empties an address that could run a script, and a link without an address leads to this page.
  return micromark(text).replace(/<a href=""[^>]*>([\s\S]*?)<\/a>/g, '$1')
}
