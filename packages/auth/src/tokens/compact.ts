import { visit } from 'jsonc-parser'
import { z } from 'zod'
import { TokenError } from './token-error.ts'

/** The longest token. Longer ones are refused before they are parsed; tokens of this package are much shorter. */
export const MAXIMUM_TOKEN_LENGTH = 8192

const COMPACT = /^[\w-]+\.[\w-]+\.[\w-]+$/

// A critical extension must be understood (RFC 7515, 4.1.11), and this package supports none.
const header = z.object({
  alg: z.string(),
  kid: z.string().max(256).optional(),
  typ: z.string().max(64).optional(),
  crit: z.undefined().optional(),
})

/** The parts of a token's header that decide how it is checked. Nothing of it is verified yet. */
export type TokenHeader = z.infer<typeof header>

/**
 * Reads the header of a compact token. Padding, white space, other alphabets and stray bits are refused, so that each
 * token can be written in one way only.
 *
 * @throws TokenError `malformed`.
 */
export function parseHeader(token: unknown): TokenHeader {
  if (typeof token !== 'string' || token.length > MAXIMUM_TOKEN_LENGTH || !COMPACT.test(token))
    throw new TokenError('malformed')
  const parts = token.split('.')
  if (!parts.every(isCanonical)) throw new TokenError('malformed')
  const parsed = header.safeParse(parseJson(Buffer.from(parts[0] ?? '', 'base64url')))
  if (!parsed.success) throw new TokenError('malformed')
  return parsed.data
}

/**
 * Parses JSON of well-formed UTF-8; otherwise `undefined`. A key `__proto__` is refused: a copy would change a
 * prototype. A name that occurs twice in an object is refused: of two values, two readers may take different ones
 * (RFC 8725, 2.4).
 */
export function parseJson(bytes: Uint8Array): unknown {
  try {
    const text = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes)
    const value: unknown = JSON.parse(text, (key, value: unknown) => {
      if (key === '__proto__') throw new SyntaxError('reserved key')
      return value
    })
    return namesTwice(text) ? undefined : value
  } catch {
    return undefined
  }
}

/** Whether an object of a JSON text, at any depth, has two members of one name. */
function namesTwice(text: string): boolean {
  const open: Set<string>[] = []
  let found = false
  visit(text, {
    onObjectBegin: () => {
      open.push(new Set())
    },
    onObjectProperty: name => {
      found ||= open.at(-1)?.has(name) === true
      open.at(-1)?.add(name)
    },
    onObjectEnd: () => {
      open.pop()
    },
  })
  return found
}

function isCanonical(part: string): boolean {
  return Buffer.from(part, 'base64url').toString('base64url') === part
}
