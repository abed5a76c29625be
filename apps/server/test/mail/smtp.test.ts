import { once } from 'node:events'
import { type AddressInfo, createServer } from 'node:net'
import { createTestPlatform, type TestPlatform } from '@platform/plugin-testing'
import { expect, test } from 'vitest'
import { testWith } from '../../../../test/needs.ts'
import type { Job } from '../../src/jobs/model.ts'
import { outerAddress, PASSWORD, startMailbox, startWire } from './smtp-server.ts'

const HOUR = 3_600_000
const now = new Date('2030-01-01T00:00:00Z')
const to = 'ada@example.net'
const values = { username: 'ada', link: 'https://example.org/reset#token', expires: new Date('2030-01-02T00:00:00Z') }

const OUTER_ADDRESS = { missing: outerAddress === undefined ? 'this machine has no address but loopback' : undefined }

/** Queues a mail, and waits until it was sent or failed. */
async function send({ services }: TestPlatform): Promise<Job[]> {
  await services.mail.send('password-reset', { to, values })
  await services.jobs.idle()
  return services.jobs.list()
}

test('a mail goes out encrypted, signed in, to one recipient, as text and as a page', async () => {
  await using mailbox = await startMailbox()
  await using platform = await createTestPlatform({
    env: { ...mailbox.env, PLATFORM_ROOT_URL: 'https://comments.example.org' },
  })
  await platform.services.settings.update({ organizationContactEmail: 'editor@example.org' })
  expect(platform.services.mail).toMatchObject({ sends: true, works: true })
  expect(await send(platform)).toEqual([])
  expect(mailbox.received).toHaveLength(1)
  const { from, to: recipients, mail, encrypted, user } = mailbox.received[0]!
  expect({ from, recipients, encrypted, user }).toEqual({
    from: 'comments@example.org',
    recipients: [to],
    encrypted: true,
    user: 'platform',
  })
  expect(mail).toMatchObject({
    subject: 'Set a new password',
    from: { name: 'Comments', address: 'comments@example.org' },
    to: [{ address: to }],
    replyTo: [{ address: 'editor@example.org' }],
  })
  expect(mail.messageId).toMatch(/^<[\w-]+@comments\.example\.org>$/)
  expect(mail.headers.find(({ key }) => key === 'auto-submitted')?.value).toBe('auto-generated')
  expect(mail.text).toContain('https://example.org/reset#token')
  expect(mail.html).toContain('href="https://example.org/reset#token"')
  expect(platform.logs.map(line => JSON.stringify(line)).join()).not.toContain('#token')
})

test('a server on this machine that offers neither encryption nor sign-in is used as it is', async () => {
  await using mailbox = await startMailbox({ disabledCommands: ['STARTTLS', 'AUTH'], authOptional: true })
  await using platform = await createTestPlatform({ env: mailbox.env })
  expect(await send(platform)).toEqual([])
  expect(mailbox.received).toMatchObject([{ encrypted: false }])
})

test("a recipient that is refused for good makes the mail dead, with the server's words [M07]", async () => {
  await using mailbox = await startMailbox({
    onRcptTo: (_, __, done) => done(Object.assign(new Error('no such mailbox'), { responseCode: 550 })),
  })
  await using platform = await createTestPlatform({ env: mailbox.env })
  expect(await send(platform)).toMatchObject([
    { state: 'dead', attempts: 1, error: expect.stringContaining('no such mailbox') },
  ])
})

test('a mail that is put off is sent later, once, and is the same mail [M07]', async () => {
  let times = 0
  await using mailbox = await startMailbox({
    onRcptTo: (_, __, done) =>
      ++times < 3 ? done(Object.assign(new Error('try later'), { responseCode: 451 })) : done(),
  })
  await using platform = await createTestPlatform({ env: mailbox.env, now })
  const [job] = await send(platform)
  expect(job).toMatchObject({ state: 'waiting', attempts: 1, error: expect.stringContaining('try later') })
  for (let i = 0; i < 2; i++) {
    platform.clock.advance(HOUR)
    await platform.services.jobs.idle()
  }
  expect(mailbox.received.map(({ mail }) => mail.messageId)).toEqual([`<${job!.id}@localhost>`])
  expect(await platform.services.jobs.list()).toEqual([])
})

test('a server that falters after it has the whole mail gets it again under the same id [M07]', async () => {
  let cut = true
  const ids: string[] = []
  await using mailbox = await startMailbox({
    onData(stream, _, done) {
      let raw = ''
      stream
        .on('data', part => {
          raw += String(part)
        })
        .on('end', () => {
          ids.push(/^Message-ID: (.*)$/im.exec(raw)?.[1] ?? 'none')
          done(cut ? Object.assign(new Error('gone'), { responseCode: 421 }) : null)
        })
    },
  })
  await using platform = await createTestPlatform({ env: mailbox.env, now })
  expect(await send(platform)).toMatchObject([{ state: 'waiting' }])
  cut = false
  platform.clock.advance(HOUR)
  await platform.services.jobs.idle()
  expect(ids).toHaveLength(2)
  expect(new Set(ids).size).toBe(1)
})

test('a connection that is cut while the mail goes over it is tried again, and one mail arrives [M07]', async () => {
  await using mailbox = await startMailbox({ disabledCommands: ['STARTTLS', 'AUTH'], authOptional: true })
  let cuts = 0
  await using wire = await startWire(mailbox.port, part => part.includes('Message-ID:') && ++cuts === 1)
  await using platform = await createTestPlatform({
    env: { ...mailbox.env, PLATFORM_SMTP_PORT: String(wire.port) },
    now,
  })
  expect(await send(platform)).toMatchObject([{ state: 'waiting', attempts: 1 }])
  expect([cuts, mailbox.received]).toEqual([1, []])
  platform.clock.advance(HOUR)
  await platform.services.jobs.idle()
  expect(mailbox.received).toHaveLength(1)
  expect(await platform.services.jobs.list()).toEqual([])
})

test('port 465 is encrypted from the first byte, in production too', async context => {
  const mailbox = await startMailbox({ port: 465, secure: true }).catch((error: NodeJS.ErrnoException) => error)
  if (mailbox instanceof Error) return context.skip(`port 465 can't be listened on here: ${mailbox.code}`)
  await using _ = mailbox
  await using platform = await createTestPlatform({
    env: { ...mailbox.env, NODE_ENV: 'production', PLATFORM_ROOT_URL: 'https://comments.example.org' },
  })
  expect(await send(platform)).toEqual([])
  expect(mailbox.received).toMatchObject([{ encrypted: true, to: [to], user: 'platform' }])
})

test('while no mail server listens, asking for a mail takes no time; it is sent when one does [M07]', async () => {
  const placeholder = createServer().listen(0, '127.0.0.1')
  await once(placeholder, 'listening')
  const { port } = placeholder.address() as AddressInfo
  placeholder.close()
  await once(placeholder, 'close')
  const env = {
    PLATFORM_SMTP_HOST: '127.0.0.1',
    PLATFORM_SMTP_PORT: String(port),
    PLATFORM_SMTP_EMAIL: 'c@example.org',
    PLATFORM_SMTP_USERNAME: 'platform',
    PLATFORM_SMTP_PASSWORD: PASSWORD,
  }
  await using platform = await createTestPlatform({ env, now })
  expect(await send(platform)).toMatchObject([{ state: 'waiting', error: expect.stringContaining('ECONNREFUSED') }])
  await platform.services.mail.checkServer()
  expect(platform.logs.map(line => line['msg'])).toContainEqual(
    expect.stringContaining(`127.0.0.1:${port} as c@example.org can't be used`),
  )
  await using mailbox = await startMailbox({ port })
  platform.clock.advance(HOUR)
  await platform.services.jobs.idle()
  expect(mailbox.received).toHaveLength(1)
})

test('a mail is tried again after the server refused the password, and the password is in no log [M07]', async () => {
  await using mailbox = await startMailbox()
  await using platform = await createTestPlatform({ env: { ...mailbox.env, PLATFORM_SMTP_PASSWORD: 'another canary' } })
  const jobs = await send(platform)
  expect(jobs).toMatchObject([{ state: 'waiting', attempts: 1 }])
  expect(JSON.stringify([jobs[0]!.error, platform.logs])).not.toContain('canary')
  expect(mailbox.received).toEqual([])
})

testWith(OUTER_ADDRESS).each([
  ['offers no encryption', { disabledCommands: ['STARTTLS'] }],
  ["can't prove its name", {}],
])(
  'a server elsewhere that %s gets neither password nor mail, unless the operator says so [M07]',
  async (_, options) => {
    const users: unknown[] = []
    await using mailbox = await startMailbox({
      host: outerAddress!,
      ...options,
      onAuth: ({ username }, __, done) => {
        users.push(username)
        done(null, { user: username })
      },
    })
    {
      await using platform = await createTestPlatform({ env: mailbox.env })
      expect(await send(platform)).toMatchObject([{ state: 'waiting' }])
      expect([users, mailbox.received]).toEqual([[], []])
    }
    await using platform = await createTestPlatform({ env: { ...mailbox.env, PLATFORM_SMTP_REQUIRE_TLS: 'FALSE' } })
    expect(await send(platform)).toEqual([])
    expect(mailbox.received).toHaveLength(1)
  },
)

test.each([
  'x\r\nBcc: evil@example.net',
  'x\nBcc: evil@example.net',
  'x\rBcc: evil@example.net',
  'x%0aBcc: evil@example.net',
  'x\u2028Bcc: evil@example.net',
  'x\u0000Bcc: evil@example.net',
])("%j in a subject or the site's name starts no header [M01]", async evil => {
  await using mailbox = await startMailbox()
  await using platform = await createTestPlatform({ env: mailbox.env })
  const { settings, mail, jobs } = platform.services
  await settings.update({ organizationName: evil })
  await mail.send('notice', { to, values: { subject: evil, body: evil } })
  await jobs.idle()
  expect(mailbox.received).toMatchObject([{ to: [to] }])
  const {
    mail: { headers, subject },
  } = mailbox.received[0]!
  expect(headers.map(({ key }) => key)).not.toContain('bcc')
  expect(subject).toMatch(/^x( |%0a)Bcc: evil@example\.net$/)
})
