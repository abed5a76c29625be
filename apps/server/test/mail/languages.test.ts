import { createTestPlatform } from '@platform/plugin-testing'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { accountMails } from '../../src/features/accounts/mails.ts'
import { userMails } from '../../src/features/users/mails.ts'

type Platform = Awaited<ReturnType<typeof createTestPlatform>>
const to = 'ada@example.org'
/** What the samples have in place of a moderator's message. */
const MESSAGE = ['Two lines', 'of text']
const password = 'a long enough password'

describe('the mails of the core', () => {
  let english: Platform
  let german: Platform
  beforeAll(async () => {
    english = await createTestPlatform()
    german = await createTestPlatform({ env: { PLATFORM_DEFAULT_LANG: 'de-AT' } })
  })
  afterAll(async () => {
    await english[Symbol.asyncDispose]()
    await german[Symbol.asyncDispose]()
  })

  /** The lines of a mail that are sentences of its texts: no address, and no message of a moderator. */
  const sentences = (text: string) =>
    text.split('\n').filter(line => line.includes(' ') && !line.includes('://') && !MESSAGE.includes(line))

  test.each(Object.entries({ ...accountMails, ...userMails }))(
    '%s is in German on a German site',
    async (name, mail) => {
      const [before, after] = [(await english.mails()).length, (await german.mails()).length]
      for (const { services } of [english, german]) await services.mail.send(name, { to, values: mail.sample })
      const first = (await english.mails())[before]!
      const second = (await german.mails())[after]!
      expect(second.subject).not.toBe(first.subject)
      expect(second.html).toContain('<html lang="de-AT">')
      expect(sentences(second.text)).toHaveLength(sentences(first.text).length)
      expect(sentences(second.text).filter(line => sentences(first.text).includes(line))).toEqual([])
    },
  )

  test('times in them are written as the language does', async () => {
    const until = new Date('2026-03-04T15:06:00Z')
    const before = (await german.mails()).length
    await german.services.mail.send('suspended', { to, values: { username: 'ada', message: 'no', until } })
    expect((await german.mails())[before]!.text).toContain('4. März 2026 um 15:06 UTC')
  })
})

test('a reader who registers on a German site gets a German mail', async () => {
  await using platform = await createTestPlatform({ env: { PLATFORM_DEFAULT_LANG: 'de' } })
  await platform.http('/api/v1/users', {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ email: to, username: 'ada', password }),
  })
  expect((await platform.mails()).map(({ subject }) => subject)).toEqual(['Bestätigen Sie Ihre E-Mail-Adresse'])
})

test('a mail whose sender names a language is in that language', async () => {
  await using platform = await createTestPlatform()
  const values = { username: 'ada', message: 'no' }
  await platform.services.mail.send('banned', { to, values, language: 'de' })
  expect((await platform.mails())[0]!.subject).toBe('Ihr Konto wurde gesperrt')
})
