import { expect, test } from 'vitest'
import { loaded, loadedAlone } from './environment.ts'

const list = `[{"kid":"a","secret":"${'k'.repeat(32)}"}]`

test.each([
  ['V07', { PLATFORM_KVSTORE_RECONNECTION_BACKOFF_MINIMUM_TIME: '2 min' }, /BACKOFF_MINIMUM_TIME exceeds/],
  ['V14', { PLATFORM_DISABLE_STATIC_SERVER: 'TRUE' }, /PLATFORM_STATIC_URI still points here/],
  [
    'V15',
    { PLATFORM_SECURITY_HEADERS_CONFIGURATION: '{"contentSecurityPolicy":false}' },
    /content security policy off/,
  ],
  ['V18', { PLATFORM_JWT_EXPIRY: '31 days' }, /above 30 days/],
  ['V19', { PLATFORM_JWT_ISSUER: 'me', PLATFORM_JWT_DISABLE_ISSUER: 'TRUE' }, /PLATFORM_JWT_ISSUER has no effect/],
  [
    'V32',
    { PLATFORM_SMTP_HOST: 'mail.example.com', PLATFORM_SMTP_PASSWORD: '' },
    /mail is off: PLATFORM_SMTP_EMAIL, PLATFORM_SMTP_USERNAME, PLATFORM_SMTP_PASSWORD, PLATFORM_SMTP_PORT not set/,
  ],
  ['V35', { PLATFORM_CAPTCHA_SECRET: 's' }, /captcha is off: PLATFORM_CAPTCHA_PUBLIC not set/],
  ['V36', { PLATFORM_CAPTCHA_PUBLIC: 'k' }, /captcha is off: PLATFORM_CAPTCHA_SECRET not set/],
  [
    'captcha',
    {
      PLATFORM_CAPTCHA_SECRET: 's',
      PLATFORM_CAPTCHA_PUBLIC: 'k',
      PLATFORM_CAPTCHA_VERIFY_URL: 'https://captcha.example/verify',
    },
    /can't show the captcha of captcha\.example: set PLATFORM_CAPTCHA_SCRIPT_URL/,
  ],
  [
    'V42',
    { PLATFORM_JWT_SECERT: 'x' },
    /PLATFORM_JWT_SECERT is not a variable of the platform; did you mean PLATFORM_JWT_SECRET\?/,
  ],
  ['V42', { PLATFORM_PORT: '1' }, /did you mean PORT\?/],
  ['V42', { PLATFORM_SOMETHING_ELSE: '1' }, /^PLATFORM_SOMETHING_ELSE is not a variable of the platform$/],
  ['trust', { PLATFORM_TRUST_PROXY: 'TRUE' }, /anybody can claim/],
  ['live', { PLATFORM_WEBSOCKET_LIVE_URI: 'ws://x.example/live' }, /browsers block that/],
  ['secrets', { PLATFORM_JWT_SECRETS: list }, /PLATFORM_JWT_SECRET is ignored/],
])('%s %j gives one warning', (_id, env: Record<string, string>, warning) => {
  expect(loaded(env).warnings).toEqual([expect.stringMatching(warning)])
})

test('V25 V26 neither issuer nor audience is a warning', () => {
  const { warnings } = loaded({ PLATFORM_JWT_DISABLE_ISSUER: 'TRUE', PLATFORM_JWT_DISABLE_AUDIENCE: 'TRUE' })
  expect(warnings).toEqual([expect.stringContaining('both TRUE')])
})

test('names of plugins, clients and tests are free', () => {
  expect(loaded({ PLATFORM_PLUGIN_X: '1', PLATFORM_CLIENT_X: '1', PLATFORM_TEST_X: '1', OTHER: '1' }).warnings).toEqual(
    [],
  )
})

test('C5 outside production a short secret is a warning and a missing one is fine', () => {
  expect(loadedAlone({ PLATFORM_JWT_SECRET: 'short' }).warnings).toEqual([expect.stringContaining('at least 32 bytes')])
  expect(loadedAlone({ PLATFORM_JWT_SECRET: '' })).toMatchObject({ jwt: { secret: undefined }, warnings: [] })
})
