/** The query parameter in which a client may send its token. */
const PARAMETER = 'access_token'

/** The tokens in a query. A request with more than one is refused. */
export function accessTokensOf(querystring: string): string[] {
  // Most queries have no token, and are not parsed.
  return querystring.includes(PARAMETER) ? new URLSearchParams(querystring).getAll(PARAMETER) : []
}

/**
 * A path with its query, without the token that the query may have: logs, pages and plugins get addresses of requests.
 *
 * @example
 * withoutToken('/discussions/1?sort=oldest&access_token=abc') // '/discussions/1?sort=oldest'
 */
export function withoutToken(url: string): string {
  if (!url.includes(PARAMETER)) return url
  const [path = '', ...query] = url.split('?')
  const parameters = new URLSearchParams(query.join('?'))
  parameters.delete(PARAMETER)
  return parameters.size === 0 ? path : `${path}?${parameters}`
}
