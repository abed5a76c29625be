import { once } from 'node:events'
import { type AddressInfo, createServer } from 'node:net'
import { createTestPlatform } from '@platform/plugin-testing'
import { expect, test } from 'vitest'
import { startMailbox } from './smtp-server.ts'

const values = { username: 'ada', link: 'https://example.org/reset#token', expires: new Date('2030-01-02T00:00:00Z') }

/** A mail server that answers every line, and resets the connection instead where it reads this. */
async function startFickle(end: RegExp) {
  const server = createServer(socket => {
    let data = false
    socket.on('error', () => {})
    const say = (line: string) => {
      if (end.test(line)) socket.resetAndDestroy()
      else socket.write(line)
    }
    socket.on('data', chunk => {
      const text = String(chunk)
      if (end.test(text)) return void socket.resetAndDestroy()
      if (data) {
        if (text.endsWith('\r\n.\r\n')) {
          data = false
          say('250 kept\r\n')
        }
        return
      }
      data = text.startsWith('DATA')
      say(data ? '354 go on\r\n' : text.startsWith('QUIT') ? '221 bye\r\n' : '250 fine\r\n')
    })
    say('220 ready\r\n')
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    port: (server.address() as AddressInfo).port,
    [Symbol.asyncDispose]: () =>
      new Promise<void>(resolve => {
        server.close(() => resolve())
      }),
  }
}

test.each<[name: string, end: RegExp, left: object[]]>([
  ['instead of a greeting', /^220/, [{ state: 'waiting' }]],
  ['at the greeting of the client', /^EHLO/, [{ state: 'waiting' }]],
  ['at the sender', /^MAIL/, [{ state: 'waiting' }]],
  ['at the recipient', /^RCPT/, [{ state: 'waiting' }]],
  ['before the mail', /^DATA/, [{ state: 'waiting' }]],
  ['in the middle of the mail', /Message-ID:/i, [{ state: 'waiting' }]],
  ['instead of taking the mail', /kept/, [{ state: 'waiting' }]],
  ['at the farewell', /^QUIT/, []],
])('a mail server that resets %s costs no more than another attempt', async (_name, end, left) => {
  await using mailbox = await startMailbox()
  await using fickle = await startFickle(end)
  await using platform = await createTestPlatform({ env: { ...mailbox.env, PLATFORM_SMTP_PORT: String(fickle.port) } })
  const { mail, jobs } = platform.services
  await mail.send('password-reset', { to: 'ada@example.net', values })
  await jobs.idle()
  expect(await jobs.list()).toMatchObject(left)
  expect((await platform.http('/readyz')).status).toBe(200)
})
