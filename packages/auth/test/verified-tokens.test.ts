import { describe, expect, test } from 'vitest'
import { createKeySet, createTokens, type KeySet, type Tokens } from '../src/index.ts'
import { CONFIG, goodClaims, handmade, NOW, NOW_SECONDS, SECRET } from './fixtures.ts'

/** Tokens at a time that the test sets, and how often a key was asked for to check a signature. */
async function observed(): Promise<{ tokens: Tokens; checks: () => number; setTime: (seconds: number) => void }> {
  const keys = await createKeySet({ algorithm: 'HS256', secret: SECRET, production: true })
  let [checks, now] = [0, NOW]
  const counted: KeySet = {
    ...keys,
    verificationKeys(kid) {
      checks += 1
      return keys.verificationKeys(kid)
    },
  }
  return {
    tokens: createTokens({ keys: counted, config: CONFIG, now: () => now }),
    checks: () => checks,
    setTime(seconds) {
      now = 1_000 * seconds
    },
  }
}

const session = { kind: 'session' } as const

describe('a token that was verified', () => {
  test('has its signature checked once, and its times at every use', async () => {
    const { tokens, checks, setTime } = await observed()
    const token = handmade({ claims: { ...goodClaims(), exp: NOW_SECONDS + 100 } })
    const first = await tokens.verify(token, session)
    expect(await tokens.verify(token, session)).toEqual(first)
    setTime(NOW_SECONDS + 159)
    expect(await tokens.verify(token, session)).toEqual(first)
    setTime(NOW_SECONDS + 160)
    await expect(tokens.verify(token, session)).rejects.toMatchObject({ reason: 'expired' })
    setTime(NOW_SECONDS - 61)
    await expect(tokens.verify(token, session)).rejects.toMatchObject({ reason: 'early' })
    expect(checks()).toBe(1)
  })

  test('has its signature checked again after it was refused elsewhere', async () => {
    const { tokens, checks } = await observed()
    const token = handmade()
    await tokens.verify(token, session)
    tokens.forget(token)
    await tokens.verify(token, session)
    expect(checks()).toBe(2)
  })

  test('is refused where another kind is expected', async () => {
    const { tokens } = await observed()
    const { token } = await tokens.sign({ kind: 'personal', userId: 'user-1' })
    await tokens.verify(token, { kind: 'personal' })
    await expect(tokens.verify(token, session)).rejects.toMatchObject({ reason: 'kind' })
  })

  test('gives each caller claims of their own', async () => {
    const { tokens } = await observed()
    const token = handmade()
    const { claims } = await tokens.verify(token, session)
    Object.assign(claims, { sub: 'somebody else', roles: ['ADMIN'] })
    expect(await tokens.verify(token, session)).toMatchObject({ userId: 'user-1', claims: goodClaims() })
  })

  test('says nothing about a token with another signature', async () => {
    const { tokens, checks } = await observed()
    await tokens.verify(handmade(), session)
    const forged = handmade({ secret: 'another secret of thirty-two bytes or more' })
    for (let round = 0; round < 2; round += 1)
      await expect(tokens.verify(forged, session)).rejects.toMatchObject({ reason: 'signature' })
    expect(checks()).toBe(3)
  })

  test('is forgotten when many others are used', async () => {
    const { tokens, checks } = await observed()
    // Every token has as many claims as fit.
    const build = (id: number) => handmade({ claims: { ...goodClaims(), jti: `token-${id}`, pad: 'x'.repeat(5_500) } })
    for (let id = 0; id < 800; id += 1) await tokens.verify(build(id), session)
    await tokens.verify(build(799), session)
    expect(checks()).toBe(800)
    await tokens.verify(build(0), session)
    expect(checks()).toBe(801)
  })
})
