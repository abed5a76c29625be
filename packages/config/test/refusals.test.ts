import { describe, expect, test } from 'vitest'
import { loaded, problemsOf, production } from './environment.ts'

const key = 'k'.repeat(32)
const badDurations = ['0', '-1s', 'abc', '1 fortnight', '999999999999999999', 'NaN', 'Infinity', '1000y', '1e3', '٣s']
const badBooleans = ['true', '1', 'yes', ' TRUE', 'False']
const badCookieNames = ['a b', 'a;b', 'a=b', 'naïve', 'a,b', 'x'.repeat(200)]
const badSecretLists = [
  'x',
  '[]',
  '{}',
  '[1]',
  `[{"secret":"${key}"}]`,
  '[{"kid":"a"}]',
  '[{"kid":"","secret":"s"}]',
  `[{"kid":"a","secret":"${key}"},{"kid":"a","secret":"${key}x"}]`,
  `[{"kid":"a","secret":"${key}"},{"kid":"b","private":"P","public":"Q"}]`,
  JSON.stringify(Array.from({ length: 100 }, (_, kid) => ({ kid: String(kid), secret: key }))),
]

/** Case id, variable without its prefix where it has one, values that are refused. */
const cases: readonly (readonly [string, string, readonly string[]])[] = [
  [
    'V02',
    'DOCSTORE_URL',
    [
      'foo',
      'http://',
      'http://db/x',
      'mongodb://',
      'mongodb:///x',
      'mongodb://u:p@ss@h/x',
      'mongodb://u:p/w@h/x',
      'mongodb://u:p%zz@h/x',
      'mongodb://h:99999/x',
      'mongodb+srv://a,b/x',
      'mongodb://h/x?nonsense',
      'sqlite:',
      'sqlite: ',
    ],
  ],
  [
    'V03',
    'KVSTORE_URL',
    [
      'foo',
      'http://kv',
      'redis://',
      'redis:kv',
      'redis://kv/x',
      'redis://kv/-1',
      'redis://kv/1/2',
      'redis://u:%zz@kv',
      'memory:x',
    ],
  ],
  ['max attempts', 'KVSTORE_RECONNECTION_MAX_ATTEMPTS', ['0', '-1', '1.5', 'abc', '1e2', '99999999999']],
  ['V05', 'KVSTORE_RECONNECTION_MAX_RETRY_TIME', badDurations],
  ['V06', 'KVSTORE_RECONNECTION_BACKOFF_FACTOR', badDurations],
  ['V07', 'KVSTORE_RECONNECTION_BACKOFF_MINIMUM_TIME', badDurations],
  [
    'root',
    'ROOT_URL',
    [
      'foo',
      'ftp://x.example',
      'javascript:alert(1)',
      '//x.example',
      'https://',
      'https://u:p@x.example',
      'https://x.example?a',
      'https://x.example#a',
      'https://x.example:99999',
    ],
  ],
  ['V09', 'KEEP_ALIVE', ['0', '-1', '1ms', '25d', 'abc']],
  ['V10', 'INSTALL_LOCK', badBooleans],
  ['V11', 'ROOT_URL_MOUNT_PATH', [...badBooleans, 'TRUE']],
  [
    'V11',
    'ROOT_URL',
    [
      'https://x.example/a b',
      'https://x.example/../a',
      'https://x.example/a/./b',
      'https://x.example/%61',
      'https://x.example//a',
      'https://x.example/a\\b',
    ],
  ],
  ['live', 'WEBSOCKET_LIVE_URI', ['https://x.example', 'live', 'ws://', 'wss://u:p@x.example/live']],
  ['V13', 'STATIC_URI', ['garbage', 'javascript:alert(1)', '/static', 'data:text/html,x']],
  ['V14', 'DISABLE_STATIC_SERVER', badBooleans],
  [
    'V15',
    'SECURITY_HEADERS_CONFIGURATION',
    [
      '{',
      'null',
      '[]',
      '1',
      '"x"',
      '{"unknownKey":true}',
      '{"hsts":{"a":"b\\r\\nSet-Cookie: x"}}',
      '{"hsts":{"a\\nb":1}}',
      '{"__proto__":{"x":1}}',
      '{"hsts":{"__proto__":1}}',
      '{"hsts":{"constructor":1}}',
      `{"hsts":"${'x'.repeat(1024 * 1024)}"}`,
      `{"hsts":${'['.repeat(20_000)}${']'.repeat(20_000)}}`,
    ],
  ],
  ['suspect words', 'DISABLE_AUTOFLAG_SUSPECT_WORDS', badBooleans],
  ['flags against staff', 'DISABLE_IGNORE_FLAGS_AGAINST_STAFF', badBooleans],
  ['V17', 'JWT_ALG', ['none', 'hs256', 'HS1', 'HS256,HS384', 'RS256', 'ES256', 'PS512', 'EdDSA']],
  ['V18', 'JWT_EXPIRY', ['0', '-1d', 'abc', '1000y', '59s', '91 days']],
  ['V19', 'JWT_ISSUER', ['', ' ', 'x'.repeat(5000), 'a\nb']],
  ['audience', 'JWT_AUDIENCE', [' ', 'x'.repeat(5000), 'a\nb']],
  ['V21', 'JWT_COOKIE_NAME', badCookieNames],
  ['V22', 'JWT_SIGNING_COOKIE_NAME', badCookieNames],
  ['V23 J27', 'JWT_COOKIE_NAMES', ['a b,c', 'a;b', 'a=b', Array.from({ length: 1000 }, (_, n) => `c${n}`).join()]],
  ['clear cookie', 'JWT_CLEAR_COOKIE_LOGOUT', badBooleans],
  ['V25', 'JWT_DISABLE_AUDIENCE', badBooleans],
  ['V26', 'JWT_DISABLE_ISSUER', badBooleans],
  [
    'V27',
    'JWT_USER_ID_CLAIM',
    [
      '.',
      'a..b',
      'a.',
      '.a',
      '__proto__.x',
      'a.constructor',
      'iss',
      'exp',
      'jti.x',
      'x'.repeat(1024),
      Array(50).fill('a').join('.'),
    ],
  ],
  [
    'secret',
    'JWT_SECRET',
    ['{"kid"', '{"kid":"a"}', '{"kid":1,"secret":"x"}', '{"private":"P"}', '{"kid":"a","private":"P","public":"Q"}'],
  ],
  ['V29', 'JWT_SECRETS', badSecretLists],
  [
    'V30',
    'SMTP_EMAIL',
    [
      'someone',
      'a@example.com\r\nBcc: b@example.com',
      'a@example.com, b@example.com',
      'A <a@example.com>, B <b@example.com>',
    ],
  ],
  ['V33', 'SMTP_HOST', ['smtp://mail.example', 'mail.example:25', 'mail.example/x', 'mail example']],
  ['V34', 'SMTP_PORT', ['0', '65536', '-1', '25.5', 'abc']],
  ['captcha service', 'CAPTCHA_VERIFY_URL', ['x', 'ftp://x.example', 'https://u:p@x.example']],
  [
    'V37',
    'TRUST_THRESHOLDS',
    [
      'comment',
      'comment:2',
      'comment:a,b',
      'comment:2,-1;comment:3,-1',
      'comment:-1,2',
      'x:1,2',
      'comment:2, -1',
      ' comment:2,-1',
      'comment:2.5,-1',
      'comment:1e9,-1',
      'comment:２,-1',
      ';',
    ],
  ],
  ['V38', 'CACHE_EXPIRY_COMMENT_COUNT', badDurations],
  ['V39', 'THREADING_LEVEL', ['0', '-1', '1.5', 'abc', '100']],
  ['tab', 'DEFAULT_STREAM_TAB', ['a b', '<x>', '../x', 'x'.repeat(100)]],
  ['V41', 'DISABLE_EMBED_POLYFILL', badBooleans],
  ['port', 'PORT', ['abc', '-1', '65536', '3000.5', '/run/socket']],
  ['host', 'HOST', ['http://x', 'a b', 'x:80']],
  ['log level', 'LOGGING_LEVEL', ['verbose', 'INFO']],
  ['proxies', 'TRUST_PROXY', ['true', '0', '10.0.0.0/33', 'proxy.example', '10.0.0.1,,10.0.0.2']],
]

const unprefixed = new Set(['PORT', 'HOST', 'TRUST_THRESHOLDS'])

describe.each(cases)('%s %s refuses', (_id, name, values) => {
  const variable = unprefixed.has(name) ? name : `PLATFORM_${name}`
  test.each(values.map(value => [value.slice(0, 60), value]))('%j', (_label, value) => {
    const base = name === 'JWT_SECRETS' ? { PLATFORM_JWT_SECRET: '' } : {}
    const problems = problemsOf({ ...base, [variable]: value })
    const blamed = name === 'JWT_ALG' && /^(RS|ES|PS|Ed)/.test(value) ? 'PLATFORM_JWT_SECRET' : variable
    expect(new Set(problems.map(problem => problem.variable))).toEqual(new Set([blamed]))
  })
})

test.each([
  ['{"hsts": tru }', 9],
  ['{"hsts":1,}', 10],
  ['{"hsts" 1}', 8],
  ['{"hsts": {', 10],
])('V15 %s is broken at %i', (text, position) => {
  const [problem] = problemsOf({ PLATFORM_SECURITY_HEADERS_CONFIGURATION: text })
  expect(problem?.message).toContain(`breaks at position ${position} `)
})

test('V21 __Host- cookies are refused under an http root and fine under https', () => {
  const env = { PLATFORM_JWT_COOKIE_NAME: '__Host-token' }
  expect(problemsOf({ ...env, PLATFORM_ROOT_URL: 'http://x.example' }).map(({ variable }) => variable)).toEqual([
    'PLATFORM_JWT_COOKIE_NAME',
  ])
  expect(loaded(env).jwt.cookieName).toBe('__Host-token')
})

test('V37 names the segment', () => {
  expect(problemsOf({ TRUST_THRESHOLDS: 'comment:2,-1;flag:9' })[0]?.message).toContain('"flag:9"')
})

test.each([
  ['HS256', 32],
  ['HS384', 48],
  ['HS512', 64],
])('C5 %s needs %i bytes of secret in production', (algorithm, least) => {
  const env = (length: number) => ({ PLATFORM_JWT_ALG: algorithm, PLATFORM_JWT_SECRET: 'k'.repeat(length) })
  expect(problemsOf(env(least - 1))[0]?.message).toContain(`${least} bytes`)
  expect(loaded(env(least)).jwt.secret).toHaveLength(least)
})

test('V01 everything required is reported at once, with the exit code of a configuration error', () => {
  const { NODE_ENV } = production
  const problems = problemsOf({
    ...Object.fromEntries(Object.keys(production).map(name => [name, ''])),
    NODE_ENV: NODE_ENV!,
  })
  expect(problems.map(({ variable }) => variable)).toEqual([
    'PLATFORM_ROOT_URL',
    'PLATFORM_DOCSTORE_URL',
    'PLATFORM_KVSTORE_URL',
    'PLATFORM_JWT_SECRET',
  ])
})

test.each(['PLATFORM_ROOT_URL', 'PLATFORM_DOCSTORE_URL', 'PLATFORM_KVSTORE_URL', 'PLATFORM_JWT_SECRET'])(
  'V01 production requires %s',
  name => {
    expect(problemsOf({ [name]: '' }).map(({ variable }) => variable)).toEqual([name])
  },
)
