import { expect, test } from 'vitest'
import { configurationReference, describeConfig } from '../src/index.ts'
import { emptyFolder, loaded, production, refusal } from './environment.ts'

const canary = 'c4n4ry'
const secrets = {
  PLATFORM_JWT_SECRET: `{"kid": "${canary}"`,
  PLATFORM_JWT_SECRETS: `[{"kid": "a", "secret": "${canary}"`,
  PLATFORM_DOCSTORE_URL: `mongodb://user:${canary}@@db/x`,
  PLATFORM_KVSTORE_URL: `redis://:${canary}@kv/x`,
  PLATFORM_SMTP_PASSWORD: `${canary}\n`,
  PLATFORM_CAPTCHA_SECRET: `${canary}\n`,
  PLATFORM_ROOT_URL: `https://user:${canary}@host`,
}

test('the error lists every problem, one line each, with code and exit code', () => {
  const error = refusal(() => loaded({ PORT: 'x', PLATFORM_KEEP_ALIVE: 'soon', PLATFORM_INSTALL_LOCK: 'true' }))
  expect(error).toMatchObject({ code: 'CONFIG_INVALID', exitCode: 78 })
  expect(error.message.split('\n')).toEqual([
    'CONFIG_INVALID PORT: must be a whole number from 0 to 65535 (got "x")',
    'CONFIG_INVALID PLATFORM_KEEP_ALIVE: must be a duration such as 500ms, 30s, 1 min, 1hr, 1 day, or a number ' +
      'of milliseconds (got "soon")',
    'CONFIG_INVALID PLATFORM_INSTALL_LOCK: must be TRUE or FALSE (got "true")',
  ])
})

test('no error has the text of a secret, even when the secret is wrong', () => {
  const error = refusal(() => loaded(secrets))
  expect(new Set(error.problems.map(({ variable }) => variable))).toEqual(new Set(Object.keys(secrets)))
  expect(JSON.stringify(error.problems) + error.message + error.stack).not.toContain(canary)
})

test('no secret is in the description, of a refused environment either', () => {
  const entries = describeConfig({ env: { ...production, ...secrets }, cwd: emptyFolder() })
  expect(JSON.stringify(entries)).not.toContain(canary)
  expect(entries).toContainEqual({ variable: 'PLATFORM_JWT_SECRET', value: '(set, hidden)', source: 'environment' })
})

test.each([
  ['PLATFORM_KVSTORE_URL', `redis://:two ${canary}@kv`],
  ['PLATFORM_KVSTORE_URL', `user:${canary}@kv`],
  ['PLATFORM_DOCSTORE_URL', `mongodb://u:p@${canary}@db`],
  ['PLATFORM_DOCSTORE_URL', `mongodb://db/x?tlsCertificateKeyFilePassword=${canary}&x`],
  ['PLATFORM_ROOT_URL', `user:${canary}@host`],
])('a malformed %s hides its credentials in errors and, as an address, in the description', (variable, text) => {
  const env = { ...production, [variable]: text }
  expect(refusal(() => loaded(env)).message).not.toContain(canary)
  const entry = describeConfig({ env, cwd: emptyFolder() }).find(described => described.variable === variable)
  expect(entry?.value).toContain('***')
  expect(JSON.stringify(describeConfig({ env, cwd: emptyFolder() }))).not.toContain(canary)
})

test.each([
  [
    `{"server": ["mailer"], "settings": {"mailer": {"onFailure": "disable", "config": {"webhook": "${canary}"}}}}`,
    '{"server":["mailer"],"settings":{"mailer":{"onFailure":"disable","config":"(hidden)"}}}',
  ],
  [
    `{"server": ["mailer"], /* mine */ "settings": {"mailer": {"config": "${canary}"},}}`,
    '{"server":["mailer"],"settings":{"mailer":{"config":"(hidden)"}}}',
  ],
  ['{"server": ["a", "b"]}', '{"server":["a","b"]}'],
  [`{"settings": {"mailer": "${canary}"}}`, '{"settings":{"mailer":"(hidden)"}}'],
  [`{"settings": ["${canary}"]}`, "(set, hidden: it can't be read)"],
  [`{"settings": {"mailer": {"config": {"webhook": "${canary}"`, "(set, hidden: it can't be read)"],
])('the description of a list of plugins has none of their settings', (text, value) => {
  expect(describeConfig({ env: { ...production, PLATFORM_PLUGINS_JSON: text }, cwd: emptyFolder() })).toContainEqual({
    variable: 'PLATFORM_PLUGINS_JSON',
    value,
    source: 'environment',
  })
})

test('the description shows value and source of every variable, addresses without credentials', () => {
  const entries = describeConfig({
    env: { ...production, PLATFORM_KVSTORE_URL: 'redis://me:pass@kv:6379/2' },
    cwd: emptyFolder(),
  })
  expect(entries).toContainEqual({
    variable: 'PLATFORM_KVSTORE_URL',
    value: 'redis://***@kv:6379/2',
    source: 'environment',
  })
  expect(entries).toContainEqual({
    variable: 'PLATFORM_STATIC_URI',
    value: 'https://comments.example.com',
    source: 'derived',
  })
  expect(entries).toContainEqual({ variable: 'PLATFORM_KEEP_ALIVE', value: '30s', source: 'default' })
  expect(entries).toContainEqual({ variable: 'PLATFORM_SMTP_HOST', value: '(not set)', source: 'default' })
})

test('the reference has one row per variable that is described, and no other', () => {
  const described = describeConfig({ env: {}, cwd: emptyFolder() }).map(({ variable }) => variable)
  const rows = [...configurationReference().matchAll(/^\| `(\w+)` \|/gm)].map(([, name]) => name)
  expect(rows.toSorted()).toEqual(described.toSorted())
  expect(configurationReference()).toContain(
    '| `PLATFORM_KEEP_ALIVE` | duration 1s–10 min | `30s` |  | Time between keep-alive messages on a live ' +
      'connection. |',
  )
})
