import { expect, test } from 'vitest'
import { loaded, loadedAlone, secretOf } from './environment.ts'

const list = JSON.stringify([{ kid: 'a', secret: secretOf(32) }])

test.each([
  [
    'a shortest wait above the longest time [V07]',
    { PLATFORM_KVSTORE_RECONNECTION_BACKOFF_MINIMUM_TIME: '2 min' },
    /BACKOFF_MINIMUM_TIME exceeds/,
  ],
  [
    'files that another server has to serve, at an address of this one [V14]',
    { PLATFORM_DISABLE_STATIC_SERVER: 'TRUE' },
    /PLATFORM_STATIC_URI still points here/,
  ],
  [
    'a content security policy that is switched off [V15]',
    { PLATFORM_SECURITY_HEADERS_CONFIGURATION: '{"contentSecurityPolicy":false}' },
    /content security policy off/,
  ],
  [
    'a proxy for requests that the server sends, which is not used',
    { HTTP_PROXY: 'http://me:hidden@proxy.example:3128', https_proxy: 'http://proxy.example:3128' },
    /^HTTP_PROXY, https_proxy has no effect: (?!.*hidden)/,
  ],
  ['sessions of more than a month [V18]', { PLATFORM_JWT_EXPIRY: '31 days' }, /above 30 days/],
  [
    'an issuer that is not looked at [V19]',
    { PLATFORM_JWT_ISSUER: 'me', PLATFORM_JWT_DISABLE_ISSUER: 'TRUE' },
    /PLATFORM_JWT_ISSUER has no effect/,
  ],
  [
    'mail of which not every variable is set [V32]',
    { PLATFORM_SMTP_HOST: 'mail.example.com', PLATFORM_SMTP_PASSWORD: '' },
    /mail is off: PLATFORM_SMTP_EMAIL, PLATFORM_SMTP_USERNAME, PLATFORM_SMTP_PASSWORD, PLATFORM_SMTP_PORT not set/,
  ],
  [
    'a captcha without the public key [V35]',
    { PLATFORM_CAPTCHA_SECRET: 's' },
    /captcha is off: PLATFORM_CAPTCHA_PUBLIC not set/,
  ],
  [
    'a captcha without the secret [V36]',
    { PLATFORM_CAPTCHA_PUBLIC: 'k' },
    /captcha is off: PLATFORM_CAPTCHA_SECRET not set/,
  ],
  [
    'a captcha that the pages can not show',
    {
      PLATFORM_CAPTCHA_SECRET: 's',
      PLATFORM_CAPTCHA_PUBLIC: 'k',
      PLATFORM_CAPTCHA_VERIFY_URL: 'https://captcha.example/verify',
    },
    /can't show the captcha of captcha\.example: set PLATFORM_CAPTCHA_SCRIPT_URL/,
  ],
  [
    'a variable that is misspelt [V42]',
    { PLATFORM_JWT_SECERT: 'x' },
    /PLATFORM_JWT_SECERT is not a variable of the platform; did you mean PLATFORM_JWT_SECRET\?/,
  ],
  ['a variable that has no prefix and is given one [V42]', { PLATFORM_PORT: '1' }, /did you mean PORT\?/],
  [
    'a variable that the platform does not know [V42]',
    { PLATFORM_SOMETHING_ELSE: '1' },
    /^PLATFORM_SOMETHING_ELSE is not a variable of the platform$/,
  ],
  ['every proxy being trusted', { PLATFORM_TRUST_PROXY: 'TRUE' }, /any client can claim/],
  [
    'a live endpoint without encryption below an encrypted site',
    { PLATFORM_WEBSOCKET_LIVE_URI: 'ws://x.example/live' },
    /browsers block that/,
  ],
  [
    'one secret beside a list of them outside production',
    { NODE_ENV: 'test', PLATFORM_JWT_SECRETS: list },
    /PLATFORM_JWT_SECRET is ignored/,
  ],
  [
    'a site without encryption',
    { PLATFORM_ROOT_URL: 'http://comments.example.com' },
    /http:\/\/ in production: session cookies are sent without Secure/,
  ],
  [
    'a secret outside production that repeats itself',
    { NODE_ENV: 'test', PLATFORM_JWT_SECRET: 'changeme'.repeat(5) },
    /PLATFORM_JWT_SECRET must not be blank or repeat a few characters.*production refuses it/,
  ],
  [
    'a default language that is not offered',
    { PLATFORM_DEFAULT_LANG: 'en', PLATFORM_WHITELISTED_LANGUAGES: 'de,fr' },
    /^PLATFORM_DEFAULT_LANG: en is not among PLATFORM_WHITELISTED_LANGUAGES, so de is the default/,
  ],
])('one warning is given about %s: %j', (_what, env: Record<string, string>, warning) => {
  expect(loaded(env).warnings).toEqual([expect.stringMatching(warning)])
})

test('the first of the languages that are offered takes the place of a default that is not among them', () => {
  expect(loaded({ PLATFORM_WHITELISTED_LANGUAGES: 'pt_BR, de' })).toMatchObject({
    languages: { default: 'pt-BR', allowed: ['pt-BR', 'de'] },
    warnings: [],
  })
})

test('neither issuer nor audience is a warning [V25, V26]', () => {
  const { warnings } = loaded({ PLATFORM_JWT_DISABLE_ISSUER: 'TRUE', PLATFORM_JWT_DISABLE_AUDIENCE: 'TRUE' })
  expect(warnings).toEqual([expect.stringContaining('both TRUE')])
})

test('a site without encryption is no warning outside production', () => {
  expect(loaded({ NODE_ENV: 'test', PLATFORM_ROOT_URL: 'http://comments.example.com' }).warnings).toEqual([])
})

test('names of plugins, clients and tests are free', () => {
  expect(loaded({ PLATFORM_PLUGIN_X: '1', PLATFORM_CLIENT_X: '1', PLATFORM_TEST_X: '1', OTHER: '1' }).warnings).toEqual(
    [],
  )
})

test('outside production a short secret is a warning and a missing one is fine', () => {
  expect(loadedAlone({ PLATFORM_JWT_SECRET: 'short' }).warnings).toEqual([expect.stringContaining('at least 32 bytes')])
  expect(loadedAlone({ PLATFORM_JWT_SECRET: '' })).toMatchObject({ jwt: { secret: undefined }, warnings: [] })
})
