import { request } from 'node:http'
import { text } from 'node:stream/consumers'
import { definePlugin } from '@platform/plugin-sdk'
import { expect, test } from 'vitest'
import { startLive } from '../live/socket.ts'

const whoami = definePlugin({
  name: 'whoami',
  sdk: '^1.0',
  capabilities: ['http.routes'],
  router: router => {
    router.get('/whoami/express', (req, res) =>
      res.json({ ip: req.ip, forwarded: req.headers['x-forwarded-for'] ?? null }),
    )
    router.koa.get('/whoami/koa', ctx => {
      ctx.body = { ip: ctx.ip, forwarded: ctx.get('x-forwarded-for') || null }
    })
  },
})

const ask = async (port: number, path: string, headers: Record<string, string>) => {
  const sent = request({ host: '127.0.0.1', port, path, headers: { host: 'localhost:3000', ...headers } }).end()
  const [answer] = await new Promise<[import('node:http').IncomingMessage]>((resolve, reject) =>
    sent.once('response', response => resolve([response])).once('error', reject),
  )
  return JSON.parse(await text(answer)) as { ip: string; forwarded: string | null }
}

test.each<[trust: string, given: string, ip: string]>([
  ['FALSE', '203.0.113.9', '127.0.0.1'],
  ['1', '203.0.113.9', '203.0.113.9'],
  ['1', '198.51.100.1, 203.0.113.9', '203.0.113.9'],
  ['2', '198.51.100.1, 203.0.113.9', '198.51.100.1'],
  ['loopback', '198.51.100.1, 203.0.113.9', '203.0.113.9'],
  ['loopback, 203.0.113.0/24', '198.51.100.1, 203.0.113.9', '198.51.100.1'],
  ['10.0.0.0/8', '203.0.113.9', '127.0.0.1'],
  ['1', '203.0.113.9:51234', '203.0.113.9'],
  ['loopback, 203.0.113.0/24', '[2001:db8::9]:51234, 203.0.113.9:443', '2001:db8::9'],
  ['1', 'nobody knows', '127.0.0.1'],
  ['2', '<script>, 203.0.113.9', '203.0.113.9'],
])('with PLATFORM_TRUST_PROXY=%s a request forwarded for %s is from %s', async (trust, given, ip) => {
  await using live = await startLive({ plugins: [whoami], env: { PLATFORM_TRUST_PROXY: trust } })
  const answers = await Promise.all(
    ['/whoami/koa', '/whoami/express'].map(path => ask(live.listening.port, path, { 'x-forwarded-for': given })),
  )
  expect(answers.map(answer => answer.ip)).toEqual([ip, ip])
  const trusted = !['FALSE', '10.0.0.0/8'].includes(trust)
  expect(answers.map(({ forwarded }) => forwarded)).toEqual(trusted ? [given, given] : [null, null])
})
