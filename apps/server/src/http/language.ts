import type { Context } from 'koa'

/** The language a caller likes best of those there are texts in, else English. */
export function languageOf(ctx: Context, languages: readonly string[]): string {
  ctx.vary('accept-language')
  return ctx.acceptsLanguages(['en', ...languages]) || 'en'
}
