/**
 * The sources of `frame-ancestors` for permitted hosts. A host without a port means every port of it, because browsers
 * read it as the ports 80 and 443 only.
 *
 * @example
 * frameAncestors(['news.example', 'localhost:3000']) // ["'self'", 'news.example:*', 'localhost:3000']
 */
export function frameAncestors(hosts: readonly string[]): string[] {
  return ["'self'", ...hosts.map(host => (/:\d+$/.test(host) ? host : `${host}:*`))]
}
