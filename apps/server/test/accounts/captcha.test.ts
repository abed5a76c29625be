import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { createTestPlatform, type TestPlatform } from '@platform/plugin-testing'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { BEHIND_PROXY, PASSWORD, tryToSignIn } from './attempts.ts'

const posted: string[] = []
const provider = createServer(async (request, response) => {
  const form = await text(request)
  posted.push(form)
  if (form.includes('broken')) return response.writeHead(500).end('{"success": true}')
  if (form.includes('elsewhere')) return response.writeHead(302, { location: '/' }).end()
  if (form.includes('endless')) return response.end(`${' '.repeat(70_000)}{"success": true}`)
  response.end(JSON.stringify({ success: form.includes('good') }))
})

let platform: TestPlatform
beforeAll(async () => {
  provider.listen(0, '127.0.0.1')
  await once(provider, 'listening')
  platform = await createTestPlatform({
    env: {
      ...BEHIND_PROXY,
      PLATFORM_CAPTCHA_SECRET: 'the secret',
      PLATFORM_CAPTCHA_PUBLIC: 'the key',
      PLATFORM_CAPTCHA_VERIFY_URL: `http://127.0.0.1:${(provider.address() as AddressInfo).port}/verify`,
    },
  })
  await platform.createUser({ username: 'Ada' })
})
afterAll(async () => {
  await platform[Symbol.asyncDispose]()
  provider.close()
})

let client = 0
beforeEach(() => {
  client++
  posted.length = 0
})
const from = () => `192.0.2.${client}`
const fail = async (times: number) => {
  for (let i = 0; i < times; i++) await tryToSignIn(platform, { from: from() })
}

test('is asked for after a few wrong passwords, and lets the owner in once it is solved', async () => {
  await fail(6)
  expect(posted).toEqual([])
  expect(await tryToSignIn(platform, { from: from(), password: PASSWORD })).toMatchObject({
    status: 429,
    code: 'LOGIN_MAXIMUM_EXCEEDED',
    body: { error: { metadata: { captcha: true } } },
  })
  expect((await tryToSignIn(platform, { from: from(), password: PASSWORD, captcha: 'bad' })).status).toBe(429)
  expect((await tryToSignIn(platform, { from: from(), password: PASSWORD, captcha: 'good' })).status).toBe(200)
  expect(posted).toEqual([
    `secret=the+secret&response=bad&remoteip=${from()}`,
    `secret=the+secret&response=good&remoteip=${from()}`,
  ])
})

test.each(['broken', 'elsewhere', 'endless'])(
  'is not passed by an answer of the provider that is %s',
  async response => {
    await fail(6)
    expect(await tryToSignIn(platform, { from: from(), password: PASSWORD, captcha: response })).toMatchObject({
      status: 503,
      code: 'UNAVAILABLE',
      retryAfter: '5',
    })
  },
)

test('is not asked of the owner for what strangers guess, where no page can show it', async () => {
  for (let i = 0; i < 60; i++) await tryToSignIn(platform, { from: `198.51.100.${i}` })
  expect((await tryToSignIn(platform, { from: from(), password: PASSWORD })).status).toBe(200)
  await fail(6)
  expect((await tryToSignIn(platform, { from: from(), password: PASSWORD })).status).toBe(429)
})

test('is asked of every visitor after many guesses from everywhere, where the page shows it; solving it lets the owner in', async () => {
  await using drawn = await createTestPlatform({
    env: {
      ...BEHIND_PROXY,
      PLATFORM_CAPTCHA_SECRET: 's',
      PLATFORM_CAPTCHA_PUBLIC: 'k',
      PLATFORM_CAPTCHA_VERIFY_URL: `http://127.0.0.1:${(provider.address() as AddressInfo).port}/verify`,
      PLATFORM_CAPTCHA_SCRIPT_URL: 'https://captcha.example/api.js',
    },
  })
  await drawn.createUser({ username: 'Ada' })
  for (let i = 0; i < 60; i++) await tryToSignIn(drawn, { from: `198.51.100.${i}` })
  expect(await tryToSignIn(drawn, { from: from(), password: PASSWORD })).toMatchObject({
    status: 429,
    body: { error: { metadata: { captcha: true } } },
  })
  expect((await tryToSignIn(drawn, { from: from(), password: PASSWORD, captcha: 'good' })).status).toBe(200)
})

test('a solved one does not look at more passwords than thirty an hour', async () => {
  await fail(6)
  const statuses = []
  for (let i = 0; i < 26; i++) statuses.push((await tryToSignIn(platform, { from: from(), captcha: 'good' })).status)
  expect(statuses).toEqual([...Array.from({ length: 24 }, () => 401), 429, 429])
})
