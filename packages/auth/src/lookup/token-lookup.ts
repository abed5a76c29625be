import { AuthError } from '../errors.ts'
import { isCookieName } from './cookies.ts'

/**
 * The places of a request where a token can be.
 *
 * @example
 * ```ts
 * const places: TokenPlaces = { authorization: request.headersDistinct.authorization }
 * ```
 */
export interface TokenPlaces {
  /** The request's cookies, or a function that reads one. */
  readonly cookies?: ReadonlyMap<string, string> | ((name: string) => string | undefined) | undefined
  /** The value of the query parameter `access_token`; several when it was repeated. */
  readonly accessToken?: string | readonly string[] | undefined
  /** Every value of the header `Authorization` (Node: `request.headersDistinct.authorization`). */
  readonly authorization?: string | readonly string[] | undefined
}

/**
 * A token and the place where it was found. A bad token from the query or header is refused; a bad token from a cookie
 * is ignored, and its cookie is cleared.
 *
 * @example
 * ```ts
 * const isCookie = (found: FoundToken) => found.source === 'cookie'
 * ```
 */
export type FoundToken =
  | { readonly token: string; readonly source: 'cookie'; readonly cookieName: string }
  | { readonly token: string; readonly source: 'query' | 'header' }

/**
 * Finds the token of a request, or `null`.
 *
 * @example
 * ```ts
 * const find: TokenLookup = tokenLookup({ cookieNames: ['authorization'] })
 * ```
 */
export type TokenLookup = (places: TokenPlaces) => FoundToken | null

/**
 * Looks for a token in the cookies in the order of `cookieNames`, then in the query, then in the header
 * `Authorization: Bearer`. The first token found is used, good or bad. A later place is not tried, because
 * its token could belong to another user. Empty cookies and an empty parameter are ignored; the scheme `Bearer`, in
 * upper or lower case, is a token even when no text follows it.
 *
 * @param options `cookieNames`: custom names first, then the default name, then the signing name
 * @throws AuthError `COOKIE_NAME_INVALID` when the lookup is made; `BAD_REQUEST` from the lookup when the parameter or
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

/** Refuses a repeated value, because different programs would use different ones of the two. */
function onlyValue(values: string | readonly string[] | undefined, place: string): string | undefined {
  if (values === undefined || typeof values === 'string') return values
  if (values.length > 1) throw new AuthError('BAD_REQUEST', `The ${place} was given more than once, send it once.`)
  return values[0]
}

/** Exactly one space separates scheme and token. Any other text remains in the token and makes it invalid. */
function bearerToken(header: string | undefined): string | null {
  const match = /^bearer(?:$|(?=[ \t]))/i.exec(header ?? '')
  if (match === null || header === undefined) return null
  return header.slice(match[0].length).replace(/^ /, '')
}
