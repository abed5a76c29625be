import type { TrustThresholds } from '@platform/trust'
import type { algorithms } from './grammar/jwt.ts'

/**
 * The mode that `NODE_ENV` sets. Every value but `production` and `test` means development.
 *
 * @example
 * const mode: Mode = loadConfig(sources).mode
 */
export type Mode = 'production' | 'development' | 'test'

/**
 * The source that gave a variable its value. A derived value is computed from other variables.
 *
 * @example
 * const isSet = (source: ValueSource) => source === 'environment' || source === '.env'
 */
export type ValueSource = 'environment' | '.env' | 'default' | 'derived'

/**
 * One variable, as an operator may see it.
 *
 * @example
 * const entry: ConfigEntry = { variable: 'PORT', value: '3000', source: 'default' }
 */
export interface ConfigEntry {
  readonly variable: string
  /** The text as set or defaulted; `(set, hidden)` for a secret, `(not set)` without a value. */
  readonly value: string
  readonly source: ValueSource
}

/**
 * One variable, with what it is for.
 *
 * @example
 * const isOfServer = ({ topic }: MeantEntry) => topic === 'Server'
 */
export interface MeantEntry extends ConfigEntry {
  readonly topic: string
  readonly meaning: string
}

/**
 * The limits of reconnecting to the key-value store. Times are in milliseconds.
 *
 * @example
 * const limits: KvstoreConfig = loadConfig(sources).kvstore // { maxAttempts: 100, maxRetryTime: 60_000, ... }
 */
export interface KvstoreConfig {
  readonly maxAttempts: number
  readonly maxRetryTime: number
  readonly backoffFactor: number
  readonly backoffMinimum: number
}

/**
 * The configuration of session tokens.
 *
 * @example
 * const { algorithm, expiry }: JwtConfig = loadConfig(sources).jwt // 'HS256', 86_400_000
 */
export interface JwtConfig {
  readonly algorithm: (typeof algorithms)[number]
  /** How long an issued token is valid, in milliseconds. */
  readonly expiry: number
  /** Exactly as configured, because tokens of other services have exactly this text. */
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
  /** The raw text, from which `@platform/auth` reads the key. */
  readonly secret: string | undefined
  /** The raw JSON text of a list of keys, which replaces `secret`. */
  readonly secrets: string | undefined
}

/**
 * The mail server, and the sender of all mails.
 *
 * @example
 * const { host, port }: SmtpConfig = config.smtp ?? { ...noServer }
 */
export interface SmtpConfig {
  readonly email: string
  readonly username: string
  readonly password: string
  readonly host: string
  readonly port: number
  /** `true` when mail is sent encrypted only, and only to a server that proves its name. */
  readonly requireTls: boolean
}

/**
 * The captcha service and its keys.
 *
 * @example
 * const key = (captcha: CaptchaConfig | undefined) => captcha?.public ?? null
 */
export interface CaptchaConfig {
  readonly secret: string
  readonly public: string
  readonly verifyUrl: string
  /** The script of the widget, when the operator names one. */
  readonly scriptUrl: string | undefined
  /** `true` when the sign-in page can show the captcha: a script is named, or the service is a known one. */
  readonly drawable: boolean
}

/**
 * The languages of the platform's texts.
 *
 * @example
 * const { default: language }: LanguagesConfig = loadConfig(sources).languages // 'en'
 */
export interface LanguagesConfig {
  /** The tag of the language of readers who ask for none that is offered. */
  readonly default: string
  /** The tags of the languages that are offered; undefined for all that have texts. */
  readonly allowed: readonly string[] | undefined
  /** The absolute path of the folder with the texts of further languages. */
  readonly folder: string
  /** `true` when the operator named the folder, so that it must exist. */
  readonly folderNamed: boolean
}

/**
 * The configuration of the platform: checked, complete and deeply frozen.
 *
 * @example
 * const config: Config = loadConfig({ env: process.env, cwd: process.cwd() })
 */
export interface Config {
  readonly mode: Mode
  readonly production: boolean
  /**
   * Whether answers show the cause of an error that is masked otherwise: for `platform dev` and test platforms, whose
   * clients are the authors of plugins.
   */
  readonly showsCauses: boolean
  readonly port: number
  /** Undefined when the server listens on every address, IPv4 and IPv6. */
  readonly host: string | undefined
  /** The address of the platform, without a trailing slash. */
  readonly rootUrl: string
  /** Path of `rootUrl` without trailing slash, `''` when it has none. */
  readonly rootPath: string
  /** Where routes are mounted: `rootPath` when mounting is on, else `''`. */
  readonly mountPath: string
  /** The address of scripts and styles, without a trailing slash. */
  readonly staticUrl: string
  readonly liveUrl: string
  readonly installLock: boolean
  /** Milliseconds between keep-alive messages. */
  readonly keepAlive: number
  /** Milliseconds between a server's not being ready any more and its accepting no more connections. */
  readonly drainDelay: number
  /** The most connections of one address at a time. */
  readonly connectionsPerAddress: number
  /** The most live connections of one address at a time. */
  readonly liveConnectionsPerAddress: number
  readonly liveSubscriptionsPerAddress: number
  /** Which documents clients may send: any, or those that the server keeps. */
  readonly graphqlDocuments: 'any' | 'stored'
  /** Seconds that a content delivery network may keep what all anonymous readers share. */
  readonly sharedMaxAge: number
  /** The number of items that the documents of one user or address may request in a minute. */
  readonly graphqlBudget: number
  /** The megabytes of answers that one user or address may get in a minute. */
  readonly graphqlAnswerBudget: number
  readonly disableStaticServer: boolean
  readonly securityHeaders: Readonly<Record<string, unknown>>
  readonly docstoreUrl: string
  readonly kvstoreUrl: string
  readonly kvstore: KvstoreConfig
  readonly jwt: JwtConfig
  /** Undefined unless all five variables are set; then mail is off. */
  readonly smtp: SmtpConfig | undefined
  /** Hosts of the operator's own network that the server may send requests to: `host` or `host:port`. */
  readonly outboundAllow: readonly string[]
  /** `true` when the server reads title, author and picture from the page of a new asset. */
  readonly scraper: boolean
  /** `true` when users have the pictures of the providers by which they sign in. */
  readonly avatars: boolean
  /** The absolute path of a folder with mail templates that replace the platform's own. */
  readonly mailTemplates: string | undefined
  /** Undefined unless both keys are set; then the captcha is off. */
  readonly captcha: CaptchaConfig | undefined
  readonly trustThresholds: TrustThresholds
  readonly disableAutoflagSuspectWords: boolean
  /** `true` when comments of staff need no moderation, and flags of the usernames of staff are ignored. */
  readonly ignoreFlagsAgainstStaff: boolean
  /** How long comment counts are cached, in milliseconds. */
  readonly commentCountCacheExpiry: number
  readonly threadingLevel: number
  /** The name of a tab, which no plugin may have. */
  readonly defaultStreamTab: string
  readonly disableEmbedPolyfill: boolean
  readonly languages: LanguagesConfig
  /** The name of the time zone of scheduled jobs. */
  readonly timeZone: string
  readonly loggingLevel: 'fatal' | 'error' | 'warn' | 'info' | 'debug' | 'trace'
  /** The trusted proxies: `false` for none, `true` for all, the nearest n, or these addresses and ranges. */
  readonly trustProxy: boolean | number | readonly string[]
  /** Content that replaces `plugins.json`; the plugin loader reads it. */
  readonly pluginsJson: string | undefined
  /** The absolute path of the folder for the server's own files. */
  readonly dataDir: string
  /** Texts for the log at the start, about values that are allowed but questionable. */
  readonly warnings: readonly string[]
  /** Every variable with its value, its source and its meaning, for administrators; secrets are hidden. */
  readonly entries: readonly MeantEntry[]
}
