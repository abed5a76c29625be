import { expect, test } from 'vitest'
import { hmacTokens, outcome } from './fixtures.ts'

const ALPHABET = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_'

/** A small generator with a seed (mulberry32), so that a failure can be repeated. */
function seeded(seed: number): (below: number) => number {
  let state = seed
  return below => {
    state = (state + 0x6d2b79f5) | 0
    let t = Math.imul(state ^ (state >>> 15), 1 | state)
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t
    return ((t ^ (t >>> 14)) >>> 0) % below
  }
}

type Mutation = (token: string, other: string, random: (below: number) => number) => string

const MUTATIONS: Record<string, Mutation> = {
  'flip a bit of a part': (token, _, random) => {
    const parts = token.split('.')
    const index = random(3)
    const bytes = Buffer.from(parts[index] ?? '', 'base64url')
    const at = random(bytes.length)
    bytes[at] = (bytes[at] ?? 0) ^ (1 << random(8))
    parts[index] = bytes.toString('base64url')
    return parts.join('.')
  },
  'change a character': (token, _, random) => splice(token, random(token.length), 1, ALPHABET[random(64)] ?? ''),
  'drop characters': (token, _, random) => splice(token, random(token.length), 1 + random(8), ''),
  'insert a character': (token, _, random) =>
    splice(token, random(token.length + 1), 0, `${ALPHABET}.=+/ %\n`[random(71)] ?? ''),
  truncate: (token, _, random) => token.slice(0, random(token.length)),
  'take a part of another token': (token, other, random) => {
    const parts = token.split('.')
    const index = random(3)
    parts[index] = other.split('.')[index] ?? ''
    return parts.join('.')
  },
  'add a part': (token, other, random) => `${token}.${other.split('.')[random(3)]}`,
  'swap parts': token => token.split('.').reverse().join('.'),
}

function splice(text: string, at: number, remove: number, insert: string): string {
  return text.slice(0, at) + insert + text.slice(at + remove)
}

test('each of 500 random mutations of a token is refused, unless it changes nothing [J07]', async () => {
  const tokens = await hmacTokens()
  const { token } = await tokens.sign({ kind: 'session', userId: 'user-1' })
  const { token: other } = await tokens.sign({ kind: 'session', userId: 'user-2' })
  const random = seeded(20_260_101)
  const names = Object.keys(MUTATIONS)
  const accepted: string[] = []
  let changed = 0
  for (let round = 0; round < 500; round += 1) {
    const name = names[round % names.length] ?? ''
    const mutated = MUTATIONS[name]?.(token, other, random) ?? token
    if (mutated === token) continue
    changed += 1
    if ((await outcome(tokens, mutated)) === 'accepted') accepted.push(`${name}: ${mutated}`)
  }
  expect(accepted).toEqual([])
  expect(changed).toBeGreaterThan(400)
  expect(await outcome(tokens, token)).toBe('accepted')
})
