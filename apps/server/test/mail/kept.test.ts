import { createTestPlatform, type TestPlatform } from '@platform/plugin-testing'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { accountMails } from '../../src/features/accounts/mails.ts'
import { noticeMails } from '../../src/features/mail/index.ts'
import { userMails } from '../../src/features/users/mails.ts'

const to = 'ada@example.org'

let platform: TestPlatform

beforeAll(async () => {
  platform = await createTestPlatform()
  await platform.services.settings.update({
    organizationName: 'The Example',
    organizationContactEmail: 'editor@example.org',
  })
})

afterAll(async () => {
  await platform[Symbol.asyncDispose]()
})

/** The mail that comes of sending one. */
async function sent(name: string, values: object) {
  await platform.services.mail.send(name, { to, values: values as never })
  return (await platform.mails()).at(-1)!
}

test('without a mail server mails are kept, and one line of the log says so', async () => {
  const { mail } = platform.services
  expect([mail.sends, mail.works]).toEqual([false, true])
  await mail.send('confirm-email', {
    to,
    values: { username: 'ada', link: 'https://example.org/confirm#token', expires: new Date('2030-01-02T03:04:00Z') },
  })
  const message = (await platform.mails()).at(-1)
  expect(message).toMatchObject({
    to,
    template: 'confirm-email',
    subject: 'Confirm your e-mail address',
    link: 'https://example.org/confirm#token',
  })
  expect(message!.text).toContain('https://example.org/confirm#token')
  expect(message!.text).toContain('January 2, 2030 at 3:04 AM UTC')
  expect(message!.html).toContain('href="https://example.org/confirm#token"')
  expect(platform.logs.map(line => line['msg'])).toContain(
    `mail to ${to}: Confirm your e-mail address https://example.org/confirm#token`,
  )
})

const samples: readonly (readonly [string, object])[] = Object.entries({
  ...accountMails,
  ...noticeMails,
  ...userMails,
}).map(([name, { sample }]) => [name, sample])

test.each(samples)('%s has a subject, a text and a page, without anything left to fill in', async (name, sample) => {
  const { subject, text, html, replyTo } = await sent(name, sample)
  for (const part of [subject, text, html])
    expect(part).not.toMatch(/\{\{|\}\}|\{%|\{\d\}|email\.|undefined|\[object|Invalid/)
  expect(text).toMatch(/The Example/)
  expect(text).not.toMatch(/<[a-z]/)
  expect(html).toContain(`<title>${subject}</title>`)
  expect(replyTo).toBe('editor@example.org')
  for (const value of Object.values(sample).filter(value => typeof value === 'string')) {
    for (const line of value.split('\n')) expect(text + subject).toContain(line)
    for (const line of value.split('\n')) expect(html).toContain(line)
  }
})

test('the texts of users are escaped in the HTML of mails, and plain in the text [M05]', async () => {
  const message = '<img src=x onerror=alert(1)> & "quotes" <a href="https://evil.example">click</a>\nsecond line'
  const { html, text } = await sent('banned', { username: '<b>ada</b>', message })
  expect(html).not.toMatch(/<img|<b>|evil\.example">click/)
  expect(html).toContain('&lt;img src=x onerror=alert(1)&gt; &amp; &#34;quotes&#34;')
  expect(html).toMatch(/<\/?br ?\/?>\s*second line/)
  expect(text).toContain(message)
})

test('mails of a site whose contact address was emptied are as those of a site without one', async () => {
  const { settings } = platform.services
  const given = { subject: 'Hello', body: 'Good news' }
  const mailsWith = async (organizationContactEmail: string | null) => {
    await settings.update({ organizationContactEmail })
    const { id: _own, ...message } = await sent('notice', given)
    return message
  }
  const without = await mailsWith(null)
  expect(without.replyTo).toBeNull()
  expect(await mailsWith('')).toEqual(without)
  await settings.update({ organizationContactEmail: 'editor@example.org' })
})

test.each(['{{ site }}', '{% raw %}', '{% include "layout.html" %}', '<%= 1 %>', '{0}'])(
  '%s in a value is printed as it is [M03]',
  async written => {
    const { subject, text } = await sent('notice', { subject: written, body: written })
    expect(subject).toBe(written)
    expect(text.startsWith(`${written}\n`)).toBe(true)
  },
)

test.each([
  'a@x.example, b@y.example',
  '"a@evil.example"@x.example',
  'a@x.example>(b',
  'a@x.example\r\nBcc: b@y.example',
  'a@x.example\u2028b@y.example',
  'Ada <a@x.example>',
  `${'('.repeat(10_000)}a@x.example`,
  `a: ${'b@c.example,'.repeat(10_000)};`,
  'a@x.example;b@y.example',
  '',
])('%.40s is not one address [M02]', async address => {
  const before = (await platform.mails()).length
  await expect(
    platform.services.mail.send('notice', { to: address, values: { subject: 's', body: 'b' } }),
  ).rejects.toThrow(expect.objectContaining({ code: expect.stringMatching(/^EMAIL_/) }))
  expect(await platform.mails()).toHaveLength(before)
})
