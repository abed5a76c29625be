import type { IncomingMessage } from 'node:http'
import accepts from 'accepts'
import type { Context } from 'koa'

/** The language that a caller prefers among those that have texts, else English. */
export function languageOf(ctx: Context, languages: readonly string[]): string {
  ctx.vary('accept-language')
  return preferredLanguage(ctx.req, languages)
}

/** The same for a request whose answer is made elsewhere. */
export function preferredLanguage(req: IncomingMessage, languages: readonly string[]): string {
  return accepts(req).languages(['en', ...languages]) || 'en'
}
