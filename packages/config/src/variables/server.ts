import { duration } from '../grammar/duration.ts'
import { fromText, Refusal } from '../grammar/from-text.ts'
import { proxies } from '../grammar/proxy.ts'
import { boolean, integer, oneOf } from '../grammar/scalar.ts'
import { securityHeaders } from '../grammar/security-headers.ts'
import { host, liveAddress, webAddress } from '../grammar/url.ts'
import { defineOptional, defineVariable } from '../variable.ts'

const topic = 'Server'

/** The address of the live endpoint below a root address; undefined when the root address is missing or malformed. */
function liveAddressFor(rootUrl: string | undefined, mounted: boolean): string | undefined {
  if (rootUrl === undefined || !URL.canParse(rootUrl)) return undefined
  const { protocol, host, pathname } = new URL(rootUrl)
  const mountPath = mounted ? pathname.replace(/\/$/, '') : ''
  return `${protocol === 'https:' ? 'wss' : 'ws'}://${host}${mountPath}/api/v1/live`
}

/** The name of a time zone that this Node knows, as `Intl` writes it. */
const timeZone = fromText(text => {
  // The default needs no look into the zones of the world, which take two megabytes.
  if (text === 'UTC') return text
  try {
    return new Intl.DateTimeFormat('en', { timeZone: text }).resolvedOptions().timeZone
  } catch {
    throw new Refusal('must be the name of a time zone, such as UTC, Europe/Berlin or America/New_York')
  }
})

export const serverVariables = {
  PORT: defineVariable({
    topic,
    type: 'integer 0–65535',
    default: '3000',
    schema: integer(0, 65_535),
    meaning: 'Port to listen on; with 0 the system chooses a free one.',
  }),
  HOST: defineOptional({
    topic,
    type: 'host name or IP address',
    schema: host,
    meaning: 'Address to listen on. Without it the server listens on every address, IPv4 and IPv6.',
  }),
  PLATFORM_ROOT_URL: defineVariable({
    topic,
    type: 'http(s) address',
    schema: webAddress,
    requiredInProduction: true,
    hides: 'credentials',
    derived: {
      meaning: '`http://localhost:<PORT>` outside production',
      text: ({ mode, text }) => (mode === 'production' ? undefined : `http://localhost:${text('PORT')}`),
    },
    meaning: 'Address under which browsers reach the platform: `<scheme>://<host>:<port?>/<pathname>`.',
  }),
  PLATFORM_ROOT_URL_MOUNT_PATH: defineVariable({
    topic,
    type: 'TRUE or FALSE',
    default: 'FALSE',
    schema: boolean,
    meaning:
      'TRUE serves every route under the path of `PLATFORM_ROOT_URL`, which then must have one. FALSE serves them at ' +
      'the root; if the address has a path, the proxy takes it away from each request.',
  }),
  PLATFORM_STATIC_URI: defineVariable({
    topic,
    type: 'http(s) address',
    schema: webAddress,
    hides: 'credentials',
    derived: { meaning: '`PLATFORM_ROOT_URL`', text: ({ text }) => text('PLATFORM_ROOT_URL') },
    meaning: 'Address from which browsers load scripts and styles, for example a CDN.',
  }),
  PLATFORM_DISABLE_STATIC_SERVER: defineVariable({
    topic,
    type: 'TRUE or FALSE',
    default: 'FALSE',
    schema: boolean,
    meaning: 'TRUE stops serving scripts and styles; `PLATFORM_STATIC_URI` must then serve them.',
  }),
  PLATFORM_WEBSOCKET_LIVE_URI: defineVariable({
    topic,
    type: 'ws(s) address',
    schema: liveAddress,
    hides: 'credentials',
    derived: {
      meaning: 'websocket scheme, host and mount path of `PLATFORM_ROOT_URL`, then `/api/v1/live`',
      text: ({ text }) => liveAddressFor(text('PLATFORM_ROOT_URL'), text('PLATFORM_ROOT_URL_MOUNT_PATH') === 'TRUE'),
    },
    meaning:
      'Address that browsers use for live updates. To another host they do not send the session cookie, so users ' +
      'are anonymous there unless the client sends its token itself.',
  }),
  PLATFORM_KEEP_ALIVE: defineVariable({
    topic,
    type: 'duration 1s–10 min',
    default: '30s',
    schema: duration('1s', '10 min'),
    meaning: 'Time between keep-alive messages on a live connection.',
  }),
  PLATFORM_DRAIN_DELAY: defineVariable({
    topic,
    type: 'duration 0ms–5 min',
    schema: duration('0ms', '5 min'),
    derived: {
      meaning: '`5s` in production, `0ms` elsewhere',
      text: ({ mode }) => (mode === 'production' ? '5s' : '0ms'),
    },
    meaning:
      'Time from the 503 of `/readyz` to the end of accepting connections, when a server is stopped. A load balancer ' +
      'must notice the change within this time.',
  }),
  PLATFORM_CONNECTIONS_PER_ADDRESS: defineVariable({
    topic,
    type: 'integer 1–1000000',
    default: '500',
    schema: integer(1, 1_000_000),
    meaning:
      'Connections that one address may have at a time; the addresses of one IPv6 /64 count as one. Behind a trusted ' +
      'proxy the requests in flight count in place of connections.',
  }),
  PLATFORM_LIVE_CONNECTIONS_PER_ADDRESS: defineVariable({
    topic,
    type: 'integer 1–1000000',
    default: '200',
    schema: integer(1, 1_000_000),
    meaning: 'Live connections that one address may have at a time; the addresses of one IPv6 /64 count as one.',
  }),
  PLATFORM_LIVE_SUBSCRIPTIONS_PER_ADDRESS: defineVariable({
    topic,
    type: 'integer 1–1000000',
    default: '4000',
    schema: integer(1, 1_000_000),
    meaning:
      'Subscriptions that all live connections of one address may have at a time; the addresses of one IPv6 /64 count ' +
      'as one. Each connection has at most 100. The page of a discussion uses 6, and 11 for a signed-in reader.',
  }),
  PLATFORM_GRAPHQL_DOCUMENTS: defineVariable({
    topic,
    type: 'any or stored',
    default: 'any',
    schema: oneOf(['any', 'stored']),
    meaning:
      'Which GraphQL documents clients may send. With `stored` the server runs only the documents of its own pages, ' +
      'by their ids; administrators may send others with a personal token.',
  }),
  PLATFORM_SHARED_MAX_AGE: defineVariable({
    topic,
    type: 'integer 0–86400',
    default: '0',
    schema: integer(0, 86_400),
    meaning:
      'Seconds that a content delivery network may keep pages and answers that all anonymous readers share. A comment ' +
      'that is removed stays visible there for that time.',
  }),
  PLATFORM_GRAPHQL_BUDGET: defineVariable({
    topic,
    type: 'integer 10000–1000000000',
    default: '500000',
    schema: integer(10_000, 1_000_000_000),
    meaning:
      'Items that the GraphQL documents of one user, or of the anonymous readers at one address, may request ' +
      'in a minute. A list counts as many items as its `limit`. Cached answers cost nothing. Raise it for a site ' +
      'that sends the requests of all its readers with one token.',
  }),
  PLATFORM_GRAPHQL_ANSWER_BUDGET: defineVariable({
    topic,
    type: 'integer 8–100000',
    default: '64',
    schema: integer(8, 100_000),
    meaning:
      'Megabytes of answers that one user, or one address of anonymous readers, may get from the GraphQL API in a ' +
      'minute. Cached answers cost nothing.',
  }),
  PLATFORM_INSTALL_LOCK: defineVariable({
    topic,
    type: 'TRUE or FALSE',
    default: 'FALSE',
    schema: boolean,
    meaning: 'TRUE switches the set-up endpoint off; set the platform up with the command instead.',
  }),
  PLATFORM_TRUST_PROXY: defineVariable({
    topic,
    type: 'FALSE, TRUE, a number of proxies, or addresses and CIDR ranges',
    default: 'FALSE',
    schema: proxies,
    meaning:
      'Reverse proxies whose `X-Forwarded-*` headers are trusted. Set it behind a proxy, or all readers share ' +
      'one address and its rate limits.',
  }),
  PLATFORM_SECURITY_HEADERS_CONFIGURATION: defineVariable({
    topic,
    type: 'JSON object',
    default: '{}',
    schema: securityHeaders,
    meaning:
      'Options of the security headers, merged over the platform\'s own; for example `{"referrerPolicy": ' +
      '{"policy": "same-origin"}}`. At most 64 KiB.',
  }),
  PLATFORM_TIME_ZONE: defineVariable({
    topic,
    type: 'name of a time zone, such as Europe/Berlin',
    default: 'UTC',
    schema: timeZone,
    meaning: 'Time zone of scheduled jobs: `0 3 * * *` means three in the morning there. Set the same on every server.',
  }),
  PLATFORM_LOGGING_LEVEL: defineVariable({
    topic,
    type: 'fatal, error, warn, info, debug or trace',
    default: 'info',
    schema: oneOf(['fatal', 'error', 'warn', 'info', 'debug', 'trace']),
    meaning: 'Least severe level that is logged.',
  }),
}
