import { readConfig, readPluginVariables, textOf, variableKey, variablePrefix } from '@platform/plugin-host'
import type { Manifest } from '@platform/plugin-sdk'
import { describe, expect, test } from 'vitest'
import { z } from 'zod'
import { sitesInTurn } from '../plugin-commands/site.ts'

const createSite = sitesInTurn()

const schema = z.strictObject({
  webhookUrl: z.url(),
  maxPerHour: z.number().default(10),
  apiToken: z.string().optional(),
  mode: z.enum(['loud', 'quiet']).default('quiet'),
  loud: z.boolean().optional(),
  nested: z.object({ deep: z.array(z.number()) }).optional(),
})

interface Given {
  readonly settings?: Record<string, unknown>
  readonly env?: Record<string, string>
  readonly config?: unknown
  readonly secrets?: string[]
}

function configure({ settings = {}, env = {}, config = schema, secrets = [] }: Given) {
  const plugin = 'platform-plugin-slack-notifications'
  const manifest = config === null ? null : ({ config, secrets } as Pick<Manifest, 'config' | 'secrets'>)
  return readConfig({
    plugin,
    origin: 'server/index.js',
    manifest,
    settings,
    source: 'plugins.json',
    variables: readPluginVariables(env, [plugin]).of(plugin),
    keepSecret: () => {},
  })
}

const variable = (key: string) => `PLATFORM_PLUGIN_SLACK_NOTIFICATIONS_${key}`

test('defaults, the list, and the environment above both', async () => {
  const { value, sources, problems } = await configure({
    settings: { webhookUrl: 'https://list.example', mode: 'loud' },
    env: { [variable('WEBHOOK_URL')]: 'https://env.example', [variable('NESTED')]: '{"deep": [1, 2]}' },
  })
  expect(problems).toEqual([])
  expect(value).toEqual({ webhookUrl: 'https://env.example', mode: 'loud', maxPerHour: 10, nested: { deep: [1, 2] } })
  expect(sources).toEqual({
    webhookUrl: variable('WEBHOOK_URL'),
    mode: 'plugins.json settings.platform-plugin-slack-notifications.config',
    nested: variable('NESTED'),
  })
})

test('the value is frozen all the way down', async () => {
  const { value } = await configure({ settings: { webhookUrl: 'https://a.example', nested: { deep: [1] } } })
  expect(() => {
    ;(value as any).nested.deep.push(2)
  }).toThrow(TypeError)
})

test.for<[string, string, unknown]>([
  ['MAX_PER_HOUR', '25', 25],
  ['API_TOKEN', 'plain text', 'plain text'],
  ['API_TOKEN', '12345', '12345'],
  ['API_TOKEN', '00123', '00123'],
  ['API_TOKEN', 'true', 'true'],
  ['API_TOKEN', 'TRUE', 'TRUE'],
  ['LOUD', 'TRUE', true],
  ['LOUD', 'FALSE', false],
  ['LOUD', 'true', true],
  ['LOUD', 'false', false],
  ['API_TOKEN', '"quoted"', 'quoted'],
])('%s=%s is read as what the schema wants', async ([key, text, expected]) => {
  const { value, problems } = await configure({
    settings: { webhookUrl: 'https://a.example' },
    env: { [variable(key)]: text },
  })
  expect(problems).toEqual([])
  expect(Object.values(value ?? {})).toContainEqual(expected)
})

test('an id with more digits than a number keeps stays a text, also where any value is allowed', async () => {
  const env = { [variable('ROOM')]: '12345678901234567890', [variable('SIZE')]: '12345' }
  const { value } = await configure({ env, config: null })
  expect(value).toEqual({ room: '12345678901234567890', size: 12_345 })
})

describe('what is refused', () => {
  test.for<[string, Given, RegExp[]]>([
    [
      'a key that is missing',
      {},
      [
        /webhookUrl/,
        /PLATFORM_PLUGIN_SLACK_NOTIFICATIONS_WEBHOOK_URL/,
        /settings\.platform-plugin-slack-notifications\.config\.webhookUrl/,
      ],
    ],
    [
      'a wrong type in the list',
      { settings: { webhookUrl: 'https://a.example', maxPerHour: 'many' } },
      [/maxPerHour: .*expected number/, /from {2}plugins\.json settings/],
    ],
    [
      'a wrong type in the environment',
      { settings: { webhookUrl: 'https://a.example' }, env: { [variable('MAX_PER_HOUR')]: 'many' } },
      [
        /maxPerHour/,
        /from {2}PLATFORM_PLUGIN_SLACK_NOTIFICATIONS_MAX_PER_HOUR/,
        /correct PLATFORM_PLUGIN_SLACK_NOTIFICATIONS_MAX_PER_HOUR/,
      ],
    ],
    [
      'a value that is none of those allowed',
      { settings: { webhookUrl: 'https://a.example', mode: 'silent' } },
      [/"loud"\|"quiet"/],
    ],
    [
      'a misspelt key',
      { settings: { webhookUrl: 'https://a.example', maxPerHuor: 3 } },
      [/maxPerHuor: there is no such key; did you mean maxPerHour\?/],
    ],
    [
      'a word that is no truth value',
      { settings: { webhookUrl: 'https://a.example' }, env: { [variable('LOUD')]: 'yes' } },
      [/config loud: .*\(TRUE or FALSE\)/, /correct PLATFORM_PLUGIN_SLACK_NOTIFICATIONS_LOUD/],
    ],
    [
      'a misspelt variable',
      { settings: { webhookUrl: 'https://a.example' }, env: { [variable('MAX_PER_HUOR')]: '3' } },
      [/did you mean maxPerHour/, /PLATFORM_PLUGIN_SLACK_NOTIFICATIONS_MAX_PER_HUOR/],
    ],
    [
      'a place inside',
      { settings: { webhookUrl: 'https://a.example', nested: { deep: [1, 'x'] } } },
      [/nested\.deep\.1/],
    ],
  ])('%s', async ([, given, says]) => {
    const { value, problems } = await configure(given)
    expect(value).toBeNull()
    expect(problems.map(({ code }) => code)).toEqual(['PLUGIN_CONFIG_INVALID'])
    const text = problems.map(problem => `${textOf(problem)}\n${problem.fix}`).join('\n')
    for (const said of says) expect(text).toMatch(said)
  })

  test('all problems together', async () => {
    const { problems } = await configure({ settings: { maxPerHour: 'x', mode: 'y', strange: 1 } })
    expect(problems).toHaveLength(4)
  })

  test('a secret is never repeated, whatever the schema says', async () => {
    const config = z.object({
      keys: z.object({
        signing: z.string().refine(() => false, { error: issue => `${String(issue.input)} is too weak` }),
      }),
    })
    const { problems } = await configure({
      config,
      secrets: ['keys.signing'],
      env: { [variable('KEYS')]: '{"signing": "hunter2"}' },
    })
    expect(problems).toHaveLength(1)
    expect(JSON.stringify(problems)).not.toContain('hunter2')
    expect(problems[0]!.message).toContain('keys.signing')
  })
})

test('any Standard Schema will do, also one that takes its time', async () => {
  const config = {
    '~standard': {
      version: 1,
      vendor: 'by hand',
      validate: async (value: any) =>
        value.size > 3
          ? { value: { size: value.size, doubled: value.size * 2 } }
          : { issues: [{ message: 'too small', path: [{ key: 'size' }] }] },
    },
  }
  expect((await configure({ config, env: { [variable('SIZE')]: '4' } })).value).toEqual({ size: 4, doubled: 8 })
  expect((await configure({ config, settings: { size: 1 } })).problems[0]!.message).toContain('config size: too small')
})

test('a plugin without a schema gets its settings as they are written', async () => {
  expect(
    (await configure({ config: null, settings: { a: 1 }, env: { [variable('SOME_KEY')]: 'text' } })).value,
  ).toEqual({ a: 1, someKey: 'text' })
})

test.for([
  ['webhookUrl', 'WEBHOOK_URL'],
  ['webhook-url', 'WEBHOOK_URL'],
  ['webhook_url', 'WEBHOOK_URL'],
  ['URLOfHook', 'URL_OF_HOOK'],
  ['maxPer2Hours', 'MAX_PER2_HOURS'],
] as const)('%s is %s in a variable', ([key, name]) => {
  expect(variableKey(key)).toBe(name)
})

test.for([
  ['platform-plugin-respect', 'RESPECT'],
  ['slack-notifications', 'SLACK_NOTIFICATIONS'],
  ['@acme/platform-plugin-polls', 'ACME_POLLS'],
] as const)('variables of %s begin with its name %s', ([plugin, name]) => {
  expect(variablePrefix(plugin)).toBe(`PLATFORM_PLUGIN_${name}_`)
})

test('a variable belongs to the plugin with the longest matching name, and others are reported', () => {
  const variables = readPluginVariables(
    {
      PLATFORM_PLUGIN_SLACK_URL: 'a',
      PLATFORM_PLUGIN_SLACK_NOTIFICATIONS_URL: 'b',
      PLATFORM_PLUGIN_SALCK_URL: 'c',
      PLATFORM_PLUGINS_JSON: '{}',
    },
    ['slack', 'slack-notifications'],
  )
  expect(variables.of('slack').map(({ key }) => key)).toEqual(['URL'])
  expect(variables.of('slack-notifications').map(({ key }) => key)).toEqual(['URL'])
  expect(variables.unknown).toEqual(['PLATFORM_PLUGIN_SALCK_URL'])
})

test('a plugin is configured from its list, the environment and .env, and its secrets are shown nowhere', async () => {
  await using site = await createSite({
    'package.json': '{"type": "module"}',
    '.env': 'PLATFORM_PLUGIN_POLLS_MAX=7\n',
    'plugins.json':
      '{"server": ["polls"], "settings": {"polls": {"config": {"signing": {"key": "k-123", "alg": "x"}}}}}',
    'plugins/polls/index.js': `import { definePlugin } from '@platform/plugin-sdk'
import { z } from 'zod'
export default definePlugin({ name: 'polls', sdk: '^1.0', secrets: ['signing.key', 'hook'], config: z.strictObject({ max: z.number(), hook: z.string(), signing: z.object({ key: z.string(), alg: z.string() }), unit: z.string().default('day') }) })`,
  })
  const { out, code } = await site.platform(['plugins', 'inspect', 'polls', '--json'], {
    PLATFORM_PLUGIN_POLLS_HOOK: 'h-456',
  })
  expect(code).toBe(0)
  expect(out).not.toMatch(/k-123|h-456/)
  expect(JSON.parse(out).config.map(({ key, value, source }: any) => [key, value, source])).toEqual([
    ['max', 7, 'PLATFORM_PLUGIN_POLLS_MAX'],
    ['hook', '(secret)', 'PLATFORM_PLUGIN_POLLS_HOOK'],
    ['signing', { key: '(secret)', alg: 'x' }, 'plugins.json settings.polls.config'],
    ['unit', 'day', 'default'],
  ])
})

test('a secret that is no key of the configuration is reported, because it would be shown', async () => {
  const plugin = (secrets: string, config: string) => `import { definePlugin } from '@platform/plugin-sdk'
import { z } from 'zod'
export default definePlugin({ name: 'polls', sdk: '^1.0', secrets: ${secrets}, config: ${config} })`
  const config =
    'z.strictObject({ token: z.string().default(""), smtp: z.object({ password: z.string(), extra: ' +
    'z.record(z.string(), z.string()) }).optional() })'
  await using site = await createSite({
    'package.json': '{"type": "module"}',
    'plugins.json': '{"server": ["polls", "open"]}',
    'plugins/polls/index.js': plugin(
      "['token', 'tokn', 'smtp.password', 'smtp.pass', 'smtp.extra.any', 'other']",
      config,
    ),
    'plugins/open/index.js': plugin("['any']", 'z.looseObject({ max: z.number().optional() })').replace(
      "'polls'",
      "'open'",
    ),
  })
  const { findings } = (await site.platform(['plugins', 'doctor', '--json'])).json()
  expect(findings.map(({ code, cause, fix }: any) => `${code} ${cause.split('\n')[0]}; ${fix}`)).toEqual([
    'PLUGIN_MANIFEST_INVALID polls secrets has "tokn", which is no key of config; did you mean token?',
    'PLUGIN_MANIFEST_INVALID polls secrets has "smtp.pass", which is no key of config; the keys are token, smtp',
    'PLUGIN_MANIFEST_INVALID polls secrets has "other", which is no key of config; the keys are token, smtp',
  ])
})
