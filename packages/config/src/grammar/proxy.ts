import { isIP } from 'node:net'
import { fromText, Refusal } from './from-text.ts'

const NAMED = new Set(['loopback', 'linklocal', 'uniquelocal'])

function isRange(text: string): boolean {
  const [address = '', prefix, ...rest] = text.split('/')
  const family = isIP(address)
  if (family === 0 || rest.length > 0) return false
  return prefix === undefined || (/^\d{1,3}$/.test(prefix) && Number(prefix) <= (family === 4 ? 32 : 128))
}

/** The proxies whose `X-Forwarded-*` headers count: none, all, the nearest n, or those at these addresses. */
export const proxies = fromText((text): boolean | number | readonly string[] => {
  if (text === 'TRUE' || text === 'FALSE') return text === 'TRUE'
  if (/^[1-9]\d?$/.test(text)) return Number(text)
  const ranges = text.split(',').map(part => part.trim())
  if (!ranges.every(range => NAMED.has(range) || isRange(range))) {
    throw new Refusal(
      'must be FALSE, TRUE, a number of proxies from 1 to 99, or addresses, CIDR ranges and ' +
        `${[...NAMED].join(', ')} joined by commas`,
    )
  }
  return ranges
})
