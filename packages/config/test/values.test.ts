import { expect, test } from 'vitest'
import { loadConfig } from '../src/index.ts'
import { emptyFolder, loaded, loadedAlone, problemsOf } from './environment.ts'

const minute = 60_000

test('an empty environment gives the defaults of development', () => {
  const cwd = emptyFolder()
  expect(loadConfig({ env: {}, cwd })).toMatchObject({
    mode: 'development',
    production: false,
    port: 3000,
    host: undefined,
    rootUrl: 'http://localhost:3000',
    rootPath: '',
    mountPath: '',
    staticUrl: 'http://localhost:3000',
    liveUrl: 'ws://localhost:3000/api/v1/live',
    installLock: false,
    keepAlive: minute / 2,
    drainDelay: 0,
    connectionsPerAddress: 500,
    liveConnectionsPerAddress: 200,
    liveSubscriptionsPerAddress: 4_000,
    graphqlBudget: 500_000,
    graphqlAnswerBudget: 64,
    disableStaticServer: false,
    securityHeaders: {},
    docstoreUrl: 'sqlite:./data/platform.db',
    kvstoreUrl: 'memory:',
    kvstore: { maxAttempts: 100, maxRetryTime: minute, backoffFactor: 500, backoffMinimum: 1000 },
    jwt: {
      algorithm: 'HS256',
      expiry: 24 * 60 * minute,
      issuer: 'http://localhost:3000',
      audience: 'platform',
      cookieName: 'authorization',
      signingCookieName: 'authorization',
      cookieNames: [],
      lookupCookieNames: ['authorization'],
      clearCookieOnLogout: true,
      disableAudience: false,
      disableQuery: false,
      disableIssuer: false,
      requireExpiry: false,
      userIdClaim: 'sub',
      secret: undefined,
      secrets: undefined,
    },
    smtp: undefined,
    mailTemplates: undefined,
    outboundAllow: [],
    scraper: true,
    captcha: undefined,
    trustThresholds: { comment: { reliable: 2, unreliable: -1 }, flag: { reliable: 2, unreliable: -1 } },
    disableAutoflagSuspectWords: false,
    ignoreFlagsAgainstStaff: true,
    commentCountCacheExpiry: 60 * minute,
    threadingLevel: 3,
    defaultStreamTab: 'all',
    disableEmbedPolyfill: false,
    languages: { default: 'en', allowed: undefined, folder: `${cwd}/translations`, folderNamed: false },
    timeZone: 'UTC',
    loggingLevel: 'info',
    trustProxy: false,
    pluginsJson: undefined,
    dataDir: `${cwd}/data`,
    warnings: [],
  })
})

test('the configuration is frozen to its depth', () => {
  const config = loaded({ PLATFORM_SECURITY_HEADERS_CONFIGURATION: '{"hsts":{"maxAge":1}}' })
  const parts = [
    config,
    config.jwt,
    config.jwt.cookieNames,
    config.trustThresholds.flag,
    config.securityHeaders.strictTransportSecurity,
    config.warnings,
  ]
  expect(parts.every(Object.isFrozen)).toBe(true)
})

test('options of security headers are given their current names', () => {
  const text = JSON.stringify({ hsts: false, frameguard: { action: 'sameorigin' }, xPoweredBy: false })
  expect(loaded({ PLATFORM_SECURITY_HEADERS_CONFIGURATION: text }).securityHeaders).toEqual({
    strictTransportSecurity: false,
    xFrameOptions: { action: 'sameorigin' },
    xPoweredBy: false,
  })
})

test('routes move under the path of the root only when mounting is on', () => {
  const root = { PLATFORM_ROOT_URL: 'https://example.com:8443/talk/here/' }
  expect(loaded(root)).toMatchObject({
    rootUrl: 'https://example.com:8443/talk/here',
    rootPath: '/talk/here',
    mountPath: '',
    liveUrl: 'wss://example.com:8443/api/v1/live',
    staticUrl: 'https://example.com:8443/talk/here',
  })
  expect(loaded({ ...root, PLATFORM_ROOT_URL_MOUNT_PATH: 'TRUE' })).toMatchObject({
    mountPath: '/talk/here',
    liveUrl: 'wss://example.com:8443/talk/here/api/v1/live',
  })
  expect(loaded({ PLATFORM_WEBSOCKET_LIVE_URI: 'wss://live.example.com/x' }).liveUrl).toBe('wss://live.example.com/x')
})

test('a static address of another origin loses its trailing slash [V13]', () => {
  expect(loaded({ PLATFORM_STATIC_URI: 'https://cdn.example.com/v1/' }).staticUrl).toBe('https://cdn.example.com/v1')
})

test('the default root follows the port', () => {
  expect(loadedAlone({ PORT: '4000' })).toMatchObject({
    rootUrl: 'http://localhost:4000',
    jwt: { issuer: 'http://localhost:4000' },
  })
})

test.each([
  ['500ms', 500],
  ['30s', 30_000],
  ['1 min', minute],
  ['1hr', 60 * minute],
  ['1 day', 1440 * minute],
  ['250', 250],
  ['1.5s', 1500],
])('the duration %s is %i ms', (text, milliseconds) => {
  expect(loaded({ PLATFORM_CACHE_EXPIRY_COMMENT_COUNT: text }).commentCountCacheExpiry).toBe(milliseconds)
})

test.each([
  ['UTC', 'UTC'],
  ['Europe/Berlin', 'Europe/Berlin'],
  ['america/new_york', 'America/New_York'],
])('schedules can be read in the time zone %s', (text, zone) => {
  expect(loaded({ PLATFORM_TIME_ZONE: text }).timeZone).toBe(zone)
})

test('extra cookies are trimmed, empty ones dropped, and looked up first without repeats [J27]', () => {
  const { jwt } = loaded({
    PLATFORM_JWT_COOKIE_NAMES: ' a , ,b,a',
    PLATFORM_JWT_COOKIE_NAME: 'b',
    PLATFORM_JWT_SIGNING_COOKIE_NAME: 'c',
  })
  expect(jwt.cookieNames).toEqual(['a', 'b'])
  expect(jwt.lookupCookieNames).toEqual(['a', 'b', 'c'])
})

test('the signing cookie follows the cookie name unless it has its own [V22]', () => {
  expect(loaded({ PLATFORM_JWT_COOKIE_NAME: 'token' }).jwt.signingCookieName).toBe('token')
  expect(loaded({ PLATFORM_JWT_SIGNING_COOKIE_NAME: 'mine' }).jwt).toMatchObject({
    cookieName: 'authorization',
    signingCookieName: 'mine',
  })
})

test('a missing name keeps its default, and a semicolon may end the text [V37]', () => {
  expect(loaded({ TRUST_THRESHOLDS: 'flag:5,-3;' }).trustThresholds).toEqual({
    comment: { reliable: 2, unreliable: -1 },
    flag: { reliable: 5, unreliable: -3 },
  })
})

test('secrets stay raw text for the package that reads keys', () => {
  const pair = '{"kid":"a","private":"P","public":"Q"}'
  expect(loaded({ PLATFORM_JWT_ALG: 'ES256', PLATFORM_JWT_SECRET: pair }).jwt.secret).toBe(pair)
  const list = `[${pair},{"kid":"b","public":"R"}]`
  expect(loaded({ PLATFORM_JWT_ALG: 'RS256', PLATFORM_JWT_SECRET: '', PLATFORM_JWT_SECRETS: list }).jwt).toMatchObject({
    secret: undefined,
    secrets: list,
  })
})

test.each([
  'mongodb://u:p%40ss@a:1,b:2,[::1]:3/db?replicaSet=rs0&w=majority',
  'mongodb+srv://db.example.com/x',
  'mongodb://h',
  'sqlite:./x y.db',
  'sqlite:/var/lib/x.db',
])('the document store %s is accepted as it is [V02]', url => {
  expect(loaded({ PLATFORM_DOCSTORE_URL: url }).docstoreUrl).toBe(url)
})

test('local data lives beside an embedded document store unless it has a folder of its own', () => {
  expect(loaded({ PLATFORM_DOCSTORE_URL: 'sqlite:/var/lib/platform/p.db' }).dataDir).toBe('/var/lib/platform')
  expect(loaded({ PLATFORM_DOCSTORE_URL: 'sqlite:///var/lib/platform/p.db' }).dataDir).toBe('/var/lib/platform')
  const cwd = emptyFolder()
  expect(loadConfig({ env: { PLATFORM_DOCSTORE_URL: 'sqlite://site/p.db' }, cwd }).dataDir).toBe(`${cwd}/site`)
  expect(loaded({ PLATFORM_DOCSTORE_URL: 'sqlite:/var/lib/p.db', PLATFORM_DATA_DIR: '/srv/data' }).dataDir).toBe(
    '/srv/data',
  )
})

test.each([
  ['TRUE', true],
  ['FALSE', false],
  ['2', 2],
  ['loopback, 10.0.0.0/8,fd00::/8', ['loopback', '10.0.0.0/8', 'fd00::/8']],
])('trusted proxies: %s', (text, value) => {
  expect(loaded({ PLATFORM_TRUST_PROXY: text }).trustProxy).toEqual(value)
})

test('mail needs all five variables, the captcha both keys', () => {
  const smtp = {
    PLATFORM_SMTP_EMAIL: 'Comments <c@example.com>',
    PLATFORM_SMTP_USERNAME: 'u',
    PLATFORM_SMTP_PASSWORD: 'p',
    PLATFORM_SMTP_HOST: 'mail.example.com',
    PLATFORM_SMTP_PORT: '587',
  }
  const config = loaded({ ...smtp, PLATFORM_CAPTCHA_SECRET: 's', PLATFORM_CAPTCHA_PUBLIC: 'k' })
  expect(config.smtp).toEqual({
    email: 'Comments <c@example.com>',
    username: 'u',
    password: 'p',
    host: 'mail.example.com',
    port: 587,
    requireTls: true,
  })
  expect(config.captcha).toMatchObject({ secret: 's', public: 'k' })
  expect(config.warnings).toEqual([])
})

test('only the environment names hosts inside the own network that may be read from [S14]', () => {
  expect(loaded({ PLATFORM_OUTBOUND_ALLOW: 'Intranet.example, 10.0.0.7:8000,[::1]:80' }).outboundAllow).toEqual([
    'intranet.example',
    '10.0.0.7:8000',
    '[::1]',
  ])
  expect(() => loaded({ PLATFORM_OUTBOUND_ALLOW: 'http://intranet.example/' })).toThrow('PLATFORM_OUTBOUND_ALLOW')
})

test('the shortest and the longest duration that a variable allows are accepted, and nothing beyond', () => {
  const keepAlive = (text: string) => loaded({ PLATFORM_KEEP_ALIVE: text }).keepAlive
  expect([keepAlive('1s'), keepAlive('10 min')]).toEqual([1_000, 10 * minute])
  for (const beyond of ['999ms', '600001ms'])
    expect(problemsOf({ PLATFORM_KEEP_ALIVE: beyond })).toMatchObject([
      { message: expect.stringContaining('must be a duration from 1s to 10 min') },
    ])
})
