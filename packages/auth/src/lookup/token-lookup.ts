import { AuthError } from '../errors.ts'
import { isCookieName } from './cookies.ts'

/** The places of a request where a token can be. */
export interface TokenPlaces {
  /** The request's cookies, or a function that reads one. */
  readonly cookies?: ReadonlyMap<string, string> | ((name: string) => string | undefined) | undefined
  /** The value of the query parameter `access_token`; several when it was repeated. */
  readonly accessToken?: string | readonly string[] | undefined
  /** Every value of the header `Authorization` (Node: `request.headersDistinct.authorization`). */
  readonly authorization?: string | readonly string[] | undefined
}

/**
 * A token and where it was found, which decides what happens when it is bad: refused when it came by
 * query or header, ignored and cleared when it came by cookie.
 */
export type FoundToken =
  | { readonly token: string; readonly source: 'cookie'; readonly cookieName: string }
  | { readonly token: string; readonly source: 'query' | 'header' }

/** Finds the token of a request, or `null`. */
export type TokenLookup = (places: TokenPlaces) => FoundToken | null

/**
 * Looks for a token in the cookies in the order of `cookieNames`, then in the query, then in the header
 * `Authorization: Bearer`. The first one present decides, good or bad; nothing falls through to a later
 * place, which could belong to someone else. Empty cookies and an empty parameter count as absent; the
 * scheme `Bearer`, in any case, counts as present even without a token.
 *
 * @param options `cookieNames`: custom names first, then the default name, then the signing name
 * @throws AuthError `COOKIE_NAME_INVALID` at once; `BAD_REQUEST` from the lookup when the parameter or
 * the header occurs more than once
 *
 * @example
 * ```ts
 * const lookup = tokenLookup({ cookieNames: ['sso', 'authorization'] })
 * lookup({ authorization: 'Bearer abc' }) // { token: 'abc', source: 'header' }
 * ```
 */
export function tokenLookup({ cookieNames }: { readonly cookieNames: readonly string[] }): TokenLookup {
  const names = [...new Set(cookieNames)]
  const illegal = names.find(name => !isCookieName(name))
  if (illegal !== undefined) {
    throw new AuthError(
      'COOKIE_NAME_INVALID',
      `${JSON.stringify(illegal)} can't be a cookie's name: use letters, digits and !#$%&'*+-.^_\`|~ only.`,
    )
  }
  return ({ cookies, accessToken, authorization }) => {
    const query = onlyValue(accessToken, 'query parameter access_token')
    const bearer = bearerToken(onlyValue(authorization, 'header Authorization'))
    const cookie = firstCookie(names, typeof cookies === 'function' ? cookies : name => cookies?.get(name))
    if (cookie !== null) return cookie
    if (query) return { token: query, source: 'query' }
    return bearer === null ? null : { token: bearer, source: 'header' }
  }
}

function firstCookie(names: readonly string[], read: (name: string) => string | undefined): FoundToken | null {
  for (const cookieName of names) {
    const token = read(cookieName)
    if (token) return { token, source: 'cookie', cookieName }
  }
  return null
}

/** What is given twice is read differently by different parties, so neither value is taken. */
function onlyValue(values: string | readonly string[] | undefined, place: string): string | undefined {
  if (values === undefined || typeof values === 'string') return values
  if (values.length > 1) throw new AuthError('BAD_REQUEST', `The ${place} was given more than once, send it once.`)
  return values[0]
}

/** Exactly one space separates scheme and token; what else is there stays in the token and makes it invalid. */
function bearerToken(header: string | undefined): string | null {
  const match = /^bearer(?:$|(?=[ \t]))/i.exec(header ?? '')
  if (match === null || header === undefined) return null
  return header.slice(match[0].length).replace(/^ /, '')
}
