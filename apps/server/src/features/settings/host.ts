import { z } from 'zod'

/** Names and addresses that can be the host of a page. `new URL` also lets marks such as `!` pass. */
const HOST = /^(?:[a-z0-9_-]+(?:\.[a-z0-9_-]+)*\.?|\[[0-9a-f:.]+\])$/

/**
 * Reads the host of an entry of the permitted domains, as `new URL(...).hostname` writes it. An entry may be a host,
 * a host with a port, or a whole address. The result is `null` for an entry without a host, and for a wildcard.
 */
export function parseHost(entry: string): string | null {
  const address = /^[a-z][a-z0-9+.-]*:\/\//i.test(entry) ? entry : `http://${entry}`
  if (!URL.canParse(address)) return null
  const { hostname, protocol, username, password } = new URL(address)
  return /^https?:$/.test(protocol) && !username && !password && HOST.test(hostname) ? hostname : null
}

/** An entry of the permitted domains; only its host is stored. */
export const host = z
  .string()
  .max(2_048, 'is too long')
  .transform((entry, ctx) => {
    const hostname = parseHost(entry.trim())
    if (hostname !== null) return hostname
    ctx.addIssue({ code: 'custom', message: 'give a host such as news.example, without wildcards' })
    return z.NEVER
  })
