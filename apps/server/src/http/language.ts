import type { Context } from 'koa'

/** The language that a caller prefers among those that have texts, else English. */
export function languageOf(ctx: Context, languages: readonly string[]): string {
  ctx.vary('accept-language')
  return ctx.acceptsLanguages(['en', ...languages]) || 'en'
}
