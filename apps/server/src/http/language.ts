import type { IncomingMessage } from 'node:http'
import accepts from 'accepts'
import type { Context } from 'koa'
import { LRUCache } from 'lru-cache'

/** The language that a caller prefers among those that have texts, else the first of them. */
export function languageOf(ctx: Context, languages: readonly string[]): string {
  ctx.vary('accept-language')
  return preferredLanguage(ctx.req, languages)
}

/** The same headers come again and again, and reading one takes longer than the rest of a shared answer's key. */
const read = new LRUCache<string, string>({ max: 1_000 })
/** A longer header is read each time, so that headers fill little memory. Characters. */
const LONGEST = 200

/** The same for a request whose answer is made elsewhere. */
export function preferredLanguage(req: IncomingMessage, languages: readonly string[]): string {
  const first = languages[0] ?? 'en'
  const accepted = req.headers['accept-language']
  if (accepted === undefined) return first
  if (accepted.length > LONGEST) return fittingLanguage(accepted, languages) ?? first
  const key = `${languages.join()} ${accepted}`
  const known = read.get(key)
  if (known !== undefined) return known
  const chosen = fittingLanguage(accepted, languages) ?? first
  read.set(key, chosen)
  return chosen
}

/** The language that fits a header `Accept-Language` best, or a single tag; `null` when none does. */
export function fittingLanguage(accepted: string, languages: readonly string[]): string | null {
  const headers = { 'accept-language': accepted }
  // The library reads nothing of a request but its headers.
  return accepts({ headers } as IncomingMessage).languages([...languages]) || null
}
