import { describe, expect, test } from 'vitest'
import { loaded, problemsOf, production, secretOf } from './environment.ts'

const key = secretOf(32)
const badDurations = ['0', '-1s', 'abc', '1 fortnight', '999999999999999999', 'NaN', 'Infinity', '1000y', '1e3', '٣s']
const badBooleans = ['true', '1', 'yes', ' TRUE', 'False']
const badCookieNames = ['a b', 'a;b', 'a=b', 'naïve', 'a,b', 'x'.repeat(200)]
const BROKEN_PEM = '-----BEGIN PRIVATE KEY-----\nnot really a key of any kind\n-----END PRIVATE KEY-----'
const badSecretLists = [
  'x',
  '[]',
  '{}',
  '[1]',
  `[{"secret":"${key}"}]`,
  `[{"kid":"a","secret":"${key}"},{"kid":"b","secret":"${'changeme'.repeat(5)}"}]`,
  JSON.stringify([{ kid: 'a', secret: BROKEN_PEM }]),
  '[{"kid":"a"}]',
  '[{"kid":"","secret":"s"}]',
  `[{"kid":"a","secret":"${key}"},{"kid":"a","secret":"${key}x"}]`,
  `[{"kid":"a","secret":"${key}"},{"kid":"b","private":"P","public":"Q"}]`,
  JSON.stringify(Array.from({ length: 100 }, (_, kid) => ({ kid: String(kid), secret: key }))),
]

/** A variable, without its prefix where it has one, its security case in brackets, and values that are refused. */
const cases: readonly (readonly [string, string, readonly string[]])[] = [
  [
    'DOCSTORE_URL',
    ' [V02]',
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
    'KVSTORE_URL',
    ' [V03]',
    [
      'foo',
      'http://kv',
      'redis://',
      'redis:kv',
      'redis://kv/x',
      'redis://kv/-1',
      'redis://kv/1/2',
      'redis://kv?db=1',
      'rediss://kv:6380/?database=1',
      'redis://u:%zz@kv',
      'memory:x',
    ],
  ],
  ['KVSTORE_RECONNECTION_MAX_ATTEMPTS', '', ['0', '-1', '1.5', 'abc', '1e2', '99999999999']],
  ['KVSTORE_RECONNECTION_MAX_RETRY_TIME', ' [V05]', badDurations],
  ['KVSTORE_RECONNECTION_BACKOFF_FACTOR', ' [V06]', badDurations],
  ['KVSTORE_RECONNECTION_BACKOFF_MINIMUM_TIME', ' [V07]', badDurations],
  [
    'ROOT_URL',
    '',
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
      'https://x.example:0',
      'http://x.example:0/comments',
    ],
  ],
  ['KEEP_ALIVE', ' [V09]', ['0', '-1', '1ms', '25d', 'abc']],
  ['DRAIN_DELAY', '', ['-1', '6 min', 'abc']],
  ['TIME_ZONE', '', ['Europe/Nowhere', 'MEZ', '3', 'UTC; x', 'Europe/Berlin/', 'x'.repeat(300)]],
  ['INSTALL_LOCK', ' [V10]', badBooleans],
  ['ROOT_URL_MOUNT_PATH', ' [V11]', [...badBooleans, 'TRUE']],
  [
    'ROOT_URL',
    ' [V11]',
    [
      'https://x.example/a b',
      'https://x.example/../a',
      'https://x.example/a/./b',
      'https://x.example/%61',
      'https://x.example//a',
      'https://x.example/a\\b',
    ],
  ],
  [
    'WEBSOCKET_LIVE_URI',
    '',
    ['https://x.example', 'live', 'ws://', 'wss://u:p@x.example/live', 'wss://x.example:0/live'],
  ],
  ['STATIC_URI', ' [V13]', ['garbage', 'javascript:alert(1)', '/static', 'data:text/html,x', 'https://x.example:0']],
  ['DISABLE_STATIC_SERVER', ' [V14]', badBooleans],
  [
    'SECURITY_HEADERS_CONFIGURATION',
    ' [V15]',
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
      '{"hsts":"x"}',
      '{"frameguard":null}',
      '{"hsts":true,"strictTransportSecurity":false}',
      '{"frameguard":{"action":"sideways"}}',
      '{"hsts":{"maxAge":-1}}',
      '{"referrerPolicy":{"policy":"nonsense"}}',
      '{"contentSecurityPolicy":{"directives":{"defaultSrc":5}}}',
      `{"hsts":"${'x'.repeat(1024 * 1024)}"}`,
      `{"hsts":${'['.repeat(20_000)}${']'.repeat(20_000)}}`,
    ],
  ],
  ['DISABLE_AUTOFLAG_SUSPECT_WORDS', '', badBooleans],
  ['DISABLE_IGNORE_FLAGS_AGAINST_STAFF', '', badBooleans],
  ['JWT_ALG', ' [V17]', ['none', 'hs256', 'HS1', 'HS256,HS384', 'RS256', 'ES256', 'PS512', 'EdDSA']],
  ['JWT_EXPIRY', ' [V18]', ['0', '-1d', 'abc', '1000y', '59s', '91 days']],
  ['JWT_ISSUER', ' [V19]', ['', ' ', 'x'.repeat(5000), 'a\nb']],
  ['JWT_AUDIENCE', '', [' ', 'x'.repeat(5000), 'a\nb']],
  ['JWT_COOKIE_NAME', ' [V21]', badCookieNames],
  ['JWT_SIGNING_COOKIE_NAME', ' [V22]', badCookieNames],
  ['JWT_COOKIE_NAMES', ' [J27, V23]', ['a b,c', 'a;b', 'a=b', Array.from({ length: 1000 }, (_, n) => `c${n}`).join()]],
  ['JWT_CLEAR_COOKIE_LOGOUT', '', badBooleans],
  ['JWT_DISABLE_AUDIENCE', ' [V25]', badBooleans],
  ['JWT_DISABLE_ISSUER', ' [V26]', badBooleans],
  [
    'JWT_USER_ID_CLAIM',
    ' [V27]',
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
      'x'.repeat(129),
      'x'.repeat(1024),
      Array(50).fill('a').join('.'),
    ],
  ],
  [
    'JWT_SECRET',
    ' [J17]',
    [
      'changeme'.repeat(5),
      'a'.repeat(40),
      ' '.repeat(40),
      'changeme'.repeat(5).concat('!'),
      `base64:${Buffer.from('changeme'.repeat(5)).toString('base64')}`,
      `{"kid":"a","secret":"${'changeme'.repeat(5)}"}`,
      '<32 random bytes from openssl rand -base64 32>',
      `\${PLATFORM_SIGNING_SECRET_FROM_THE_VAULT}`,
      '{"kid":"a","secret":"<32 random bytes from openssl rand -base64 32>"}',
      BROKEN_PEM,
      JSON.stringify({ kid: 'a', secret: BROKEN_PEM }),
      '{"kid"',
      '{"kid":1,"secret":"x"}',
      '{"private":"P"}',
      '{"kid":"a","private":"P","public":"Q"}',
    ],
  ],
  ['JWT_SECRETS', ' [V29]', badSecretLists],
  [
    'SMTP_EMAIL',
    ' [V30]',
    [
      'someone',
      'a@example.com\r\nBcc: b@example.com',
      'a@example.com, b@example.com',
      'A <a@example.com>, B <b@example.com>',
    ],
  ],
  ['SMTP_HOST', ' [V33]', ['smtp://mail.example', 'mail.example:25', 'mail.example/x', 'mail example']],
  ['SMTP_PORT', ' [V34]', ['0', '65536', '-1', '25.5', 'abc']],
  ['CAPTCHA_VERIFY_URL', '', ['x', 'ftp://x.example', 'https://u:p@x.example', 'https://x.example:0/verify']],
  [
    'TRUST_THRESHOLDS',
    ' [V37]',
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
  ['CACHE_EXPIRY_COMMENT_COUNT', ' [V38]', badDurations],
  ['THREADING_LEVEL', ' [V39]', ['0', '-1', '1.5', 'abc', '100']],
  ['DEFAULT_STREAM_TAB', '', ['a b', '<x>', '../x', 'x'.repeat(100)]],
  ['DISABLE_EMBED_POLYFILL', ' [V41]', badBooleans],
  ['DEFAULT_LANG', '', ['English', 'd', '../de', 'de,en', 'de;q=1']],
  ['WHITELISTED_LANGUAGES', '', ['de,', 'de;en', 'en,English', '*']],
  ['PORT', '', ['abc', '-1', '65536', '3000.5', '/run/socket']],
  ['HOST', '', ['http://x', 'a b', 'x:80']],
  ['LOGGING_LEVEL', '', ['verbose', 'INFO']],
  ['TRUST_PROXY', '', ['true', '0', '10.0.0.0/33', 'proxy.example', '10.0.0.1,,10.0.0.2']],
]

const unprefixed = new Set(['PORT', 'HOST', 'TRUST_THRESHOLDS'])

describe.each(cases)('%s refuses%s', (name, _id, values) => {
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
])('%s is broken at %i [V15]', (text, position) => {
  const [problem] = problemsOf({ PLATFORM_SECURITY_HEADERS_CONFIGURATION: text })
  expect(problem?.message).toContain(`breaks at position ${position} `)
})

test('both secret variables together are refused in production', () => {
  const problems = problemsOf({ PLATFORM_JWT_SECRETS: JSON.stringify([{ kid: 'a', secret: key }]) })
  expect(problems).toEqual([
    {
      variable: 'PLATFORM_JWT_SECRET',
      message: 'must not be set beside PLATFORM_JWT_SECRETS: remove one of the two',
    },
  ])
})

test('an error about a secret names the variable and the reason, and does not repeat the secret [J17]', () => {
  const [repeated, pem] = ['changeme'.repeat(5), BROKEN_PEM].map(
    secret => problemsOf({ PLATFORM_JWT_SECRET: secret })[0]!.message,
  )
  expect(repeated).toContain('repeat a few characters')
  expect(repeated).not.toContain('changeme')
  expect(pem).toContain('PEM file')
  expect(pem).not.toContain('not really a key')
})

test.each(['PLATFORM_JWT_COOKIE_NAME', 'PLATFORM_JWT_SIGNING_COOKIE_NAME', 'PLATFORM_JWT_COOKIE_NAMES'])(
  '__Host- and __Secure- cookies in %s are refused under an http root and fine under https [V21]',
  name => {
    for (const cookie of ['__Host-token', '__secure-token']) {
      const env = { [name]: cookie }
      const problems = problemsOf({ ...env, PLATFORM_ROOT_URL: 'http://x.example' })
      expect(problems.map(({ variable }) => variable)).toEqual([name])
      expect(loaded(env).jwt.lookupCookieNames).toContain(cookie)
    }
  },
)

test('names the segment [V37]', () => {
  expect(problemsOf({ TRUST_THRESHOLDS: 'comment:2,-1;flag:9' })[0]?.message).toContain('"flag:9"')
})

test.each([
  ['HS256', 32],
  ['HS384', 48],
  ['HS512', 64],
])('%s needs %i bytes of secret in production', (algorithm, least) => {
  const env = (length: number) => ({ PLATFORM_JWT_ALG: algorithm, PLATFORM_JWT_SECRET: secretOf(length) })
  expect(problemsOf(env(least - 1))[0]?.message).toContain(`${least} bytes`)
  expect(loaded(env(least)).jwt.secret).toHaveLength(least)
})

test('all missing variables are reported together, with the exit code of a configuration error [V01]', () => {
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
  'production requires %s [V01]',
  name => {
    expect(problemsOf({ [name]: '' }).map(({ variable }) => variable)).toEqual([name])
  },
)
