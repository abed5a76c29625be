import { definePlugin, PlatformError } from '@platform/plugin-sdk'
import { createTestPlatform } from '@platform/plugin-testing'
import { expect, test } from 'vitest'
import { z } from 'zod'
import { createSite } from '../plugin-commands/site.ts'

const OWN = 'https://hooks.example/T0/"quoted"/B1'
const MAIL = 'mail-password-8s7d'

test('no line of the log contains a secret, whatever its encoding and the text around it', async () => {
  const leaky = definePlugin({
    name: 'leaky',
    sdk: '^1.0',
    config: z.object({
      hook: z.string(),
      nested: z.object({ apiKey: z.string() }),
      limit: z.number().default(100_000),
    }),
    secrets: ['hook'],
    typeDefs: 'type RootQuery { leak: Int say: Int }',
    resolvers: {
      RootQuery: {
        leak: () => {
          throw new Error(`POST ${OWN} failed, key 1f2e3d4c-nested, mail ${MAIL}`, { cause: new Error(OWN) })
        },
        say: (_root, _args, { log }) => {
          log.info({ told: [OWN] }, `calling ${OWN} as ${encodeURIComponent('p@ss word')} at most 100000 times`)
          return 1
        },
      },
    },
  })
  await using platform = await createTestPlatform({
    plugins: [leaky],
    settings: { leaky: { config: { hook: OWN, nested: { apiKey: '1f2e3d4c-nested' } } } },
    env: {
      PLATFORM_SMTP_PASSWORD: MAIL,
      PLATFORM_JWT_SECRETS: JSON.stringify([{ kid: 'a', secret: 'the-first-of-two-signing-secrets-0123456789' }]),
    },
  })
  await platform.graphql('{ leak say }')
  platform.services.log.warn('signed with the-first-of-two-signing-secrets-0123456789')
  const text = JSON.stringify(platform.logs)
  for (const secret of [
    OWN,
    JSON.stringify(OWN).slice(1, -1),
    '1f2e3d4c-nested',
    MAIL,
    'the-first-of-two-signing-secrets-0123456789',
  ])
    expect(text, secret).not.toContain(JSON.stringify(secret).slice(1, -1))
  expect(text).toContain('POST [hidden] failed, key [hidden], mail [hidden]')
  expect(text).toContain('at most 100000 times')
})

test('no answer to a client contains a secret', async () => {
  const leaky = definePlugin({
    name: 'leaky',
    sdk: '^1.0',
    config: z.object({ hook: z.string() }),
    secrets: ['hook'],
    typeDefs: `type RootQuery { leak: Int }
        type RootMutation { leak: LeakResponse }
        type LeakResponse implements Response { errors: [UserError!] }`,
    resolvers: {
      RootQuery: {
        leak: () => {
          throw new PlatformError('LEAKY', `no answer from ${OWN}`)
        },
      },
      RootMutation: {
        leak: () => {
          throw new PlatformError('LEAKY', `no answer from ${OWN}`)
        },
      },
    },
    router: router => {
      router.get('/api/v1/leaky', () => {
        throw new PlatformError('LEAKY', `no answer from ${OWN}`)
      })
    },
  })
  await using platform = await createTestPlatform({ plugins: [leaky], settings: { leaky: { config: { hook: OWN } } } })
  const answers = [
    await platform.graphql('{ leak }'),
    await platform.graphql('mutation { leak { errors { translation_key } } }'),
    await (await platform.http('/api/v1/leaky')).json(),
  ].map(answer => JSON.stringify(answer))
  for (const text of answers) expect(text).not.toContain('hooks.example')
  expect([answers[0], answers[2]]).toEqual([
    expect.stringContaining('no answer from [hidden]'),
    expect.stringContaining('no answer from [hidden]'),
  ])
})

test('what administrators see of a plugin that failed, or is disabled, has no secret', async () => {
  const failing = (name: string, hooks: object) =>
    definePlugin({ name, sdk: '^1.0', config: z.object({ hook: z.string() }), secrets: ['hook'], ...hooks })
  const fail = () => {
    throw new Error(`no answer from ${OWN}`)
  }
  const settings = { config: { hook: OWN }, onFailure: 'disable' } as const
  await using platform = await createTestPlatform({
    plugins: [
      failing('leaky', { typeDefs: 'type RootQuery { leak: Int }', resolvers: { RootQuery: { leak: fail } } }),
      failing('ended', { init: fail }),
    ],
    settings: { leaky: settings, ended: settings },
  })
  await platform.graphql('{ leak }')
  const { data } = await platform
    .as({ roles: ['ADMIN'] })
    .graphql('{ plugins { name reason failures { message } warnings { message } config { value } } }')
  expect(JSON.stringify(data)).not.toContain('hooks.example')
  expect(data!['plugins']).toMatchObject([
    { name: 'leaky', failures: [{ message: 'no answer from [hidden]' }] },
    { name: 'ended', reason: expect.stringContaining('no answer from [hidden]') },
  ])
})

test('no command prints a secret', async () => {
  await using site = await createSite(
    {
      'plugins.json': '{"server": ["leaky"], "settings": {"leaky": {"config": {"token": "tok-0123456789"}}}}',
      'plugins/leaky/index.js':
        // biome-ignore lint/suspicious/noTemplateCurlyInString: a plugin runs this text as code.
        'throw new Error(`can not reach ${process.env.PLATFORM_KVSTORE_URL} with ${process.env.PLATFORM_JWT_SECRET}`)',
    },
    { packages: false },
  )
  const env = {
    PLATFORM_KVSTORE_URL: 'redis://worker:hunter%40two@cache.example:6379',
    PLATFORM_JWT_SECRET: 'a secret of this site, long enough for HS256',
  }
  for (const args of [['plugins', 'doctor'], ['plugins', 'doctor', '--json'], ['plugins', 'list'], ['serve']]) {
    const { out, err } = await site.platform(args, env)
    expect(out + err).not.toMatch(/hunter|a secret of this site/)
    if (args[1] !== 'list') expect(out + err).toContain('redis://worker:[hidden]@cache.example:6379 with [hidden]')
  }
}, 60_000)
