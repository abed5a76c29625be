import { z } from 'zod'

/**
 * The host that an entry of the list of permitted domains means, as `new URL(...).hostname` writes it: a bare
 * host, with a port, or a whole address all mean the same. `null` for what is no host, and for a wildcard.
 */
export function parseHost(entry: string): string | null {
  const address = /^[a-z][a-z0-9+.-]*:\/\//i.test(entry) ? entry : `http://${entry}`
  if (!URL.canParse(address)) return null
  const { hostname, protocol, username, password } = new URL(address)
  return /^https?:$/.test(protocol) && hostname !== '' && !username && !password && !/[*%\s]/.test(hostname)
    ? hostname
    : null
}

/** An entry of the list of permitted domains; kept as its host alone. */
export const host = z
  .string()
  .max(2_048, 'is too long')
  .transform((entry, ctx) => {
    const hostname = parseHost(entry.trim())
    if (hostname !== null) return hostname
    ctx.addIssue({ code: 'custom', message: 'give a host such as news.example, without wildcards' })
    return z.NEVER
  })
