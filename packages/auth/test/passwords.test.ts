import { hash as argon2 } from '@node-rs/argon2'
import { hash as bcrypt } from '@node-rs/bcrypt'
import { describe, expect, test } from 'vitest'
import { createPasswords, hashPassword, isPasswordHash, passwordProblem, verifyPassword } from '../src/index.ts'

const YES = { ok: true, outdated: false }
const NO = { ok: false, outdated: false }

describe('what may be a password [U05]', () => {
  test.each<[string, unknown, string | null]>([
    ['7 characters', 'a'.repeat(7), 'PASSWORD_LENGTH'],
    ['8 characters', 'a'.repeat(8), null],
    ['64 characters', 'a'.repeat(64), null],
    ['73 bytes', 'a'.repeat(73), null],
    ['128 characters', 'a'.repeat(128), null],
    ['1024 bytes', 'a'.repeat(1024), null],
    ['1025 bytes', 'a'.repeat(1025), 'PASSWORD_LENGTH'],
    ['1026 bytes in 513 characters', 'ü'.repeat(513), 'PASSWORD_LENGTH'],
    ['10 000 characters', 'a'.repeat(10_000), 'PASSWORD_LENGTH'],
    ['7 emoji, which are 14 code units', '🙂'.repeat(7), 'PASSWORD_LENGTH'],
    ['8 emoji', '🙂'.repeat(8), null],
    ['4 letters with separate accents', 'u\u0308'.repeat(4), 'PASSWORD_LENGTH'],
    ['spaces', '        ', null],
    ['a NUL', 'abcdefg\0h', 'PASSWORD_INVALID'],
    ['half a surrogate pair', 'abcdefgh\ud800', 'PASSWORD_INVALID'],
    ['empty', '', 'PASSWORD_REQUIRED'],
    ['an array', ['a'.repeat(8)], 'PASSWORD_REQUIRED'],
    ['an object', { $ne: '' }, 'PASSWORD_REQUIRED'],
    ['nothing', undefined, 'PASSWORD_REQUIRED'],
  ])('%s', (_, password, problem) => {
    expect(passwordProblem(password)).toBe(problem)
  })

  test('hashing refuses what the rule refuses', async () => {
    await expect(hashPassword('short')).rejects.toMatchObject({ code: 'PASSWORD_LENGTH' })
    await expect(hashPassword('abcdefg\0h')).rejects.toMatchObject({ code: 'PASSWORD_INVALID' })
  })
})

describe('hashes', () => {
  test('are argon2id at the recommended cost, and salted', async () => {
    const [first, second] = await Promise.all([hashPassword('correct horse'), hashPassword('correct horse')])
    expect(first).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/)
    expect(first).not.toBe(second)
    expect(await verifyPassword(first, 'correct horse')).toEqual(YES)
    expect(await verifyPassword(first, 'correct house')).toEqual(NO)
  })

  test('nothing is cut off after 72 bytes [U05]', async () => {
    const stored = await hashPassword('a'.repeat(72))
    expect(await verifyPassword(stored, `${'a'.repeat(72)}b`)).toEqual(NO)
  })

  test('composed and decomposed letters are the same password [U05]', async () => {
    expect(
      await verifyPassword(await hashPassword('zürich-zürich'.normalize('NFC')), 'zürich-zürich'.normalize('NFD')),
    ).toEqual(YES)
  })

  test.each(['2a', '2b', '2y'] as const)('bcrypt ($%s$) of older systems works and is outdated', async version => {
    const stored = (await bcrypt('correct horse', 4)).replace(/^\$2.\$/, `$${version}$`)
    expect(isPasswordHash(stored)).toBe(true)
    expect(await verifyPassword(stored, 'correct horse')).toEqual({ ok: true, outdated: true })
    expect(await verifyPassword(stored, 'correct house')).toEqual(NO)
  })

  test('argon2 at another cost works and is outdated', async () => {
    const stored = await argon2('correct horse', { memoryCost: 4096, timeCost: 3 })
    expect(isPasswordHash(stored)).toBe(true)
    expect(await verifyPassword(stored, 'correct horse')).toEqual({ ok: true, outdated: true })
    expect(await verifyPassword(stored, 'correct house')).toEqual(NO)
  })

  test('are made at another cost where one is given, which is then the present one', async () => {
    const quick = createPasswords({ cost: { memory: 8, passes: 1 } })
    const stored = await quick.hash('correct horse')
    expect(stored).toMatch(/^\$argon2id\$v=19\$m=8,t=1,p=1\$/)
    expect([await quick.verify(stored, 'correct horse'), await quick.verify(null, 'correct horse')]).toEqual([YES, NO])
    expect(await verifyPassword(stored, 'correct horse')).toEqual({ ok: true, outdated: true })
  })

  test.each<[string, string | null | undefined]>([
    ['no hash', null],
    ['no account', undefined],
    ['an empty hash', ''],
    ['plain text', 'correct horse'],
    ['a broken hash', '$argon2id$v=19$m=19456,t=2,p=1$xx'],
    [
      'a hash that would take all memory',
      '$argon2id$v=19$m=4294967295,t=2,p=1$AAAAAAAAAAAAAAAAAAAAAA$AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA',
    ],
    ['a hash that would take for ever', `$2b$31$${'a'.repeat(53)}`],
  ])('%s: no', async (_, stored) => {
    expect(await verifyPassword(stored, 'correct horse')).toEqual(NO)
    expect(isPasswordHash(stored ?? '')).toBe(false)
  })

  test("a text too long for a password is no user's", async () => {
    expect(await verifyPassword(await hashPassword('a'.repeat(1024)), 'a'.repeat(1025))).toEqual(NO)
  })

  test('without an account the answer takes as much work as with one', async () => {
    const stored = await hashPassword('correct horse')
    // Processor time of all threads, because other processes don't change it as they change the time on the clock.
    const workOf = async (hash: string | null) => {
      const before = process.cpuUsage()
      await verifyPassword(hash, 'wrong password')
      const { user, system } = process.cpuUsage(before)
      return user + system
    }
    const [withAccount, without]: [number[], number[]] = [[], []]
    for (let round = 0; round < 9; round += 1) {
      withAccount.push(await workOf(stored))
      without.push(await workOf(null))
    }
    // Without the hash of a password the ratio would be below 0.05.
    const ratio = Math.min(...without) / Math.min(...withAccount)
    expect(ratio).toBeGreaterThan(0.3)
    expect(ratio).toBeLessThan(3)
  })
})

describe('a rush of logins [U07]', () => {
  test('more than fit are turned away, the others get their answer', async () => {
    const passwords = createPasswords({ concurrency: 1, queue: 3 })
    const results = await Promise.allSettled(Array.from({ length: 10 }, () => passwords.verify(null, 'correct horse')))
    expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(4)
    for (const result of results.slice(4))
      expect(result).toMatchObject({ status: 'rejected', reason: { code: 'UNAVAILABLE' } })
    expect(await passwords.verify(null, 'correct horse')).toEqual(NO)
  })

  test('the event loop goes on meanwhile', async () => {
    const passwords = createPasswords({ queue: 50 })
    const before = performance.eventLoopUtilization()
    await Promise.all(Array.from({ length: 40 }, () => passwords.verify(null, 'correct horse')))
    // Hashing on the event loop would keep it busy all the time.
    expect(performance.eventLoopUtilization(before).utilization).toBeLessThan(0.5)
  })
})
