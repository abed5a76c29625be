import type { TrustThresholds } from '@platform/trust'
import type { algorithms } from './grammar/jwt.ts'

/** `NODE_ENV`: anything but `production` and `test` is development. */
export type Mode = 'production' | 'development' | 'test'

/** The limits of reconnecting to the key-value store; times in milliseconds. */
export interface KvstoreConfig {
  readonly maxAttempts: number
  readonly maxRetryTime: number
  readonly backoffFactor: number
  readonly backoffMinimum: number
}

/** Session tokens. */
export interface JwtConfig {
  readonly algorithm: (typeof algorithms)[number]
  /** Milliseconds. */
  readonly expiry: number
  /** Kept exactly as configured, because tokens of other services carry it exactly so. */
  readonly issuer: string
  readonly audience: string
  readonly cookieName: string
  readonly signingCookieName: string
  /** The further names only, without `cookieName` and `signingCookieName`. */
  readonly cookieNames: readonly string[]
  /** The whole lookup order without repeats: extra names, `cookieName`, `signingCookieName`. */
  readonly lookupCookieNames: readonly string[]
  readonly clearCookieOnLogout: boolean
  readonly disableAudience: boolean
  /** `true` when no token is read from an address. */
  readonly disableQuery: boolean
  readonly disableIssuer: boolean
  /** `true` when sessions without `exp` are refused. */
  readonly requireExpiry: boolean
  readonly userIdClaim: string
  /** Raw text: `@platform/auth` reads the key. */
  readonly secret: string | undefined
  /** Raw JSON text of a list of keys; wins over `secret`. */
  readonly secrets: string | undefined
}

export interface SmtpConfig {
  readonly email: string
  readonly username: string
  readonly password: string
  readonly host: string
  readonly port: number
  /** `true` when mail is sent encrypted only, and only to a server that proves its name. */
  readonly requireTls: boolean
}

export interface CaptchaConfig {
  readonly secret: string
  readonly public: string
  readonly verifyUrl: string
  /** The script of the widget, when the operator names one. */
  readonly scriptUrl: string | undefined
  /** `true` when the sign-in page can show the captcha: a script is named, or the service is a known one. */
  readonly drawable: boolean
}

/** The platform's configuration: checked, complete and deeply frozen. */
export interface Config {
  readonly mode: Mode
  readonly production: boolean
  readonly port: number
  /** Undefined when the server listens on every address, IPv4 and IPv6. */
  readonly host: string | undefined
  /** No trailing slash. */
  readonly rootUrl: string
  /** Path of `rootUrl` without trailing slash, `''` when it has none. */
  readonly rootPath: string
  /** Where routes are mounted: `rootPath` when mounting is on, else `''`. */
  readonly mountPath: string
  /** No trailing slash. */
  readonly staticUrl: string
  readonly liveUrl: string
  readonly installLock: boolean
  /** Milliseconds between keep-alive messages. */
  readonly keepAlive: number
  /** The number of items that the documents of one user or address may request in a minute. */
  readonly graphqlBudget: number
  readonly disableStaticServer: boolean
  readonly securityHeaders: Readonly<Record<string, unknown>>
  readonly docstoreUrl: string
  readonly kvstoreUrl: string
  readonly kvstore: KvstoreConfig
  readonly jwt: JwtConfig
  /** Undefined unless all five variables are set: mail is off. */
  readonly smtp: SmtpConfig | undefined
  /** `host` or `host:port` inside the own network that may be fetched from. */
  readonly outboundAllow: readonly string[]
  /** `true` when the pages of new discussions are scraped. */
  readonly scraper: boolean
  /** Folder of templates that replace the platform's own. Absolute. */
  readonly mailTemplates: string | undefined
  /** Undefined unless both keys are set: the captcha is off. */
  readonly captcha: CaptchaConfig | undefined
  readonly trustThresholds: TrustThresholds
  readonly disableAutoflagSuspectWords: boolean
  /** `true` when comments of staff are accepted at once, and flags of usernames of staff are ignored. */
  readonly ignoreFlagsAgainstStaff: boolean
  /** Milliseconds. */
  readonly commentCountCacheExpiry: number
  readonly threadingLevel: number
  readonly defaultStreamTab: string
  readonly disableEmbedPolyfill: boolean
  /** Name of the time zone that schedules of jobs are read in. */
  readonly timeZone: string
  readonly loggingLevel: 'fatal' | 'error' | 'warn' | 'info' | 'debug' | 'trace'
  /** The trusted proxies: `false` for none, `true` for all, the nearest n, or these addresses and ranges. */
  readonly trustProxy: boolean | number | readonly string[]
  /** Content that replaces `plugins.json`; the plugin loader reads it. */
  readonly pluginsJson: string | undefined
  /** Absolute. */
  readonly dataDir: string
  /** Texts for the log at boot, about settings that are allowed but doubtful. */
  readonly warnings: readonly string[]
}
