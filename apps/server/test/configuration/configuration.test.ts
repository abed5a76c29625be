import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { definePlugin } from '@platform/plugin-sdk'
import { createTestPlatform, type TestPlatform } from '@platform/plugin-testing'
import { expect, test } from 'vitest'
import { startMailbox } from '../mail/smtp-server.ts'

const LIST = '{ configuration { name value source topic meaning } }'
const MAIL = 'mutation { testMail { result { works message } errors { translation_key } } }'
const CAPTCHA = `mutation ($response: String) {
  testCaptcha(response: $response) { result { works message } errors { translation_key } }
}`

const admin = async (platform: TestPlatform) => platform.as(await platform.createUser({ roles: ['ADMIN'] }))

test('administrators see each variable with its source, and no secret', async () => {
  const secret = 'a secret that is long enough to sign tokens with'
  await using platform = await createTestPlatform({
    env: { PLATFORM_KEEP_ALIVE: '45s', PLATFORM_JWT_SECRET: secret },
  })
  const { data } = await (await admin(platform)).graphql(LIST)
  const list: { name: string }[] = data!['configuration']
  expect(list).toContainEqual({
    name: 'PLATFORM_KEEP_ALIVE',
    value: '45s',
    source: 'ENVIRONMENT',
    topic: 'Server',
    meaning: expect.stringContaining('keep-alive'),
  })
  expect(list).toContainEqual(
    expect.objectContaining({ name: 'PLATFORM_JWT_SECRET', value: '(set, hidden)', source: 'ENVIRONMENT' }),
  )
  expect(list).toContainEqual(expect.objectContaining({ name: 'PLATFORM_JWT_ALG', value: 'HS256', source: 'DEFAULT' }))
  expect(JSON.stringify(list)).not.toContain(secret)
  const moderator = platform.as(await platform.createUser({ roles: ['MODERATOR'] }))
  expect((await moderator.graphql(LIST)).errors).toMatchObject([{ code: 'NOT_AUTHORIZED' }])
})

test('a test mail goes to the administrator, and the answer of the mail server is shown', async () => {
  let refuses = false
  await using mailbox = await startMailbox({
    onRcptTo(_address, _session, done) {
      done(refuses ? Object.assign(new Error('no such person'), { responseCode: 550 }) : null)
    },
  })
  await using platform = await createTestPlatform({ env: mailbox.env })
  const boss = await platform.createUser({ roles: ['ADMIN'], username: 'boss' })
  const tried = async () => (await platform.as(boss).graphql(MAIL)).data!['testMail']
  expect(await tried()).toMatchObject({ result: { works: true }, errors: null })
  expect(mailbox.received.map(({ to }) => to)).toEqual([['boss@test.example']])
  refuses = true
  expect((await tried()).result).toEqual({ works: false, message: expect.stringContaining('no such person') })
  for (let more = 0; more < 3; more++) await tried()
  expect((await tried()).errors).toEqual([{ translation_key: 'RATE_LIMIT_EXCEEDED' }])
})

test('without a mail server, and without a captcha, the test says which variables are missing', async () => {
  await using platform = await createTestPlatform()
  const boss = await admin(platform)
  expect((await boss.graphql(MAIL)).data!['testMail'].result).toMatchObject({
    works: false,
    message: expect.stringContaining('no mail server'),
  })
  expect((await boss.graphql(CAPTCHA)).data!['testCaptcha'].result).toMatchObject({
    works: false,
    message: expect.stringContaining('PLATFORM_CAPTCHA_'),
  })
})

test('the captcha service is asked, and its answer or its failure is shown', async () => {
  let status = 200
  const service = createServer((request, answer) => {
    let form = ''
    request.on('data', part => {
      form += String(part)
    })
    request.on('end', () =>
      answer
        .writeHead(status, { 'content-type': 'application/json' })
        .end(JSON.stringify({ success: new URLSearchParams(form).get('response') === 'right' })),
    )
  }).listen(0, '127.0.0.1')
  await once(service, 'listening')
  const host = `127.0.0.1:${(service.address() as AddressInfo).port}`
  try {
    await using platform = await createTestPlatform({
      env: {
        PLATFORM_CAPTCHA_SECRET: 'a captcha secret',
        PLATFORM_CAPTCHA_PUBLIC: 'public',
        PLATFORM_CAPTCHA_VERIFY_URL: `http://${host}/verify`,
        PLATFORM_OUTBOUND_ALLOW: host,
      },
    })
    const boss = await admin(platform)
    const tried = async (response?: string) =>
      (await boss.graphql(CAPTCHA, response ? { response } : {})).data!['testCaptcha'].result
    expect(await tried()).toMatchObject({ works: true, message: expect.stringContaining('answers') })
    expect(await tried('right')).toMatchObject({ works: true })
    expect(await tried('wrong')).toMatchObject({ works: false, message: expect.stringContaining('not solved') })
    status = 500
    expect(await tried('right')).toMatchObject({ works: false })
  } finally {
    service.closeAllConnections()
    service.close()
  }
})

test('a provider is tried by its plugin, and what it says is shown', async () => {
  const answers: (() => Promise<string>)[] = [
    async () => 'id.example accepts the client id and its secret',
    () => Promise.reject(new Error('id.example refuses the client id or its secret')),
  ]
  const redirects: string[] = []
  const signIn = definePlugin({
    name: 'corporate-auth',
    sdk: '^1.0',
    authStrategies(strategies) {
      const authenticate = () => {}
      strategies.use('corporate', {
        button: { text: 'Corporate account' },
        authenticate,
        test({ redirectUri }) {
          redirects.push(redirectUri)
          return answers.shift()!()
        },
      })
      strategies.use('untried', { button: { text: 'Another account' }, authenticate })
    },
  })
  await using platform = await createTestPlatform({ plugins: [signIn] })
  const boss = await admin(platform)
  const callback = 'http://localhost:3000/api/v1/auth/corporate/callback'
  expect((await boss.graphql('{ signInProviders { name plugin callback testable } }')).data).toEqual({
    signInProviders: [
      { name: 'corporate', plugin: 'corporate-auth', callback, testable: true },
      { name: 'untried', plugin: 'corporate-auth', callback: expect.stringContaining('untried'), testable: false },
    ],
  })
  const tried = async (name: string) =>
    (
      await boss.graphql(
        'mutation ($name: String!) { testProvider(name: $name) { result { works message } errors { translation_key } } }',
        { name },
      )
    ).data!['testProvider']
  expect((await tried('corporate')).result).toEqual({
    works: true,
    message: 'id.example accepts the client id and its secret',
  })
  expect((await tried('corporate')).result).toEqual({
    works: false,
    message: 'corporate does not work: id.example refuses the client id or its secret',
  })
  expect(redirects).toEqual([callback, callback])
  expect((await tried('untried')).result).toMatchObject({ works: false })
  expect(await tried('unknown')).toEqual({ result: null, errors: [{ translation_key: 'NOT_FOUND' }] })
})
