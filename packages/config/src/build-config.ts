import { resolve } from 'node:path'
import { isDrawable } from './captcha-services.ts'
import type { CaptchaConfig, Config, JwtConfig, LanguagesConfig, Mode, SmtpConfig } from './config.ts'
import type { Values } from './variables/index.ts'

function jwtConfig(values: Values): JwtConfig {
  const cookieNames = values.PLATFORM_JWT_COOKIE_NAMES ?? []
  const cookieName = values.PLATFORM_JWT_COOKIE_NAME
  const signingCookieName = values.PLATFORM_JWT_SIGNING_COOKIE_NAME
  return {
    algorithm: values.PLATFORM_JWT_ALG,
    expiry: values.PLATFORM_JWT_EXPIRY,
    issuer: values.PLATFORM_JWT_ISSUER,
    audience: values.PLATFORM_JWT_AUDIENCE,
    cookieName,
    signingCookieName,
    cookieNames,
    lookupCookieNames: [...new Set([...cookieNames, cookieName, signingCookieName])],
    clearCookieOnLogout: values.PLATFORM_JWT_CLEAR_COOKIE_LOGOUT,
    disableAudience: values.PLATFORM_JWT_DISABLE_AUDIENCE,
    disableQuery: values.PLATFORM_JWT_DISABLE_QUERY,
    disableIssuer: values.PLATFORM_JWT_DISABLE_ISSUER,
    requireExpiry: values.PLATFORM_JWT_REQUIRE_EXPIRY,
    userIdClaim: values.PLATFORM_JWT_USER_ID_CLAIM,
    secret: values.PLATFORM_JWT_SECRET?.raw,
    secrets: values.PLATFORM_JWT_SECRETS?.raw,
  }
}

function smtpConfig(values: Values): SmtpConfig | undefined {
  const { PLATFORM_SMTP_EMAIL: email, PLATFORM_SMTP_USERNAME: username, PLATFORM_SMTP_PASSWORD: password } = values
  const { PLATFORM_SMTP_HOST: host, PLATFORM_SMTP_PORT: port } = values
  if (
    email === undefined ||
    username === undefined ||
    password === undefined ||
    host === undefined ||
    port === undefined
  )
    return undefined
  return { email, username, password, host, port, requireTls: values.PLATFORM_SMTP_REQUIRE_TLS }
}

function captchaConfig(values: Values): CaptchaConfig | undefined {
  const {
    PLATFORM_CAPTCHA_SECRET: secret,
    PLATFORM_CAPTCHA_PUBLIC: key,
    PLATFORM_CAPTCHA_VERIFY_URL: verifyUrl,
    PLATFORM_CAPTCHA_SCRIPT_URL: scriptUrl,
  } = values
  return secret === undefined || key === undefined
    ? undefined
    : { secret, public: key, verifyUrl, scriptUrl, drawable: isDrawable(verifyUrl, scriptUrl) }
}

function languagesConfig(values: Values, cwd: string): LanguagesConfig {
  const {
    PLATFORM_DEFAULT_LANG: given,
    PLATFORM_WHITELISTED_LANGUAGES: allowed,
    PLATFORM_TRANSLATIONS: folder,
  } = values
  return {
    default: allowed === undefined || allowed.includes(given) ? given : (allowed[0] ?? given),
    allowed,
    folder: resolve(cwd, folder ?? 'translations'),
    folderNamed: folder !== undefined,
  }
}

function addresses(values: Values) {
  const rootUrl = values.PLATFORM_ROOT_URL
  const rootPath = new URL(rootUrl).pathname.replace(/\/$/, '')
  return {
    rootUrl,
    rootPath,
    mountPath: values.PLATFORM_ROOT_URL_MOUNT_PATH ? rootPath : '',
    staticUrl: values.PLATFORM_STATIC_URI,
    liveUrl: values.PLATFORM_WEBSOCKET_LIVE_URI,
  }
}

/** Arranges checked values into the shape the server works with. */
export function buildConfig(
  values: Values,
  { mode, cwd, warnings }: { mode: Mode; cwd: string; warnings: readonly string[] },
): Omit<Config, 'entries'> {
  return {
    mode,
    production: mode === 'production',
    showsCauses: false,
    port: values.PORT,
    host: values.HOST,
    ...addresses(values),
    installLock: values.PLATFORM_INSTALL_LOCK,
    keepAlive: values.PLATFORM_KEEP_ALIVE,
    drainDelay: values.PLATFORM_DRAIN_DELAY,
    connectionsPerAddress: values.PLATFORM_CONNECTIONS_PER_ADDRESS,
    liveConnectionsPerAddress: values.PLATFORM_LIVE_CONNECTIONS_PER_ADDRESS,
    liveSubscriptionsPerAddress: values.PLATFORM_LIVE_SUBSCRIPTIONS_PER_ADDRESS,
    graphqlDocuments: values.PLATFORM_GRAPHQL_DOCUMENTS,
    sharedMaxAge: values.PLATFORM_SHARED_MAX_AGE,
    graphqlBudget: values.PLATFORM_GRAPHQL_BUDGET,
    graphqlAnswerBudget: values.PLATFORM_GRAPHQL_ANSWER_BUDGET,
    disableStaticServer: values.PLATFORM_DISABLE_STATIC_SERVER,
    securityHeaders: values.PLATFORM_SECURITY_HEADERS_CONFIGURATION,
    docstoreUrl: values.PLATFORM_DOCSTORE_URL,
    kvstoreUrl: values.PLATFORM_KVSTORE_URL,
    kvstore: {
      maxAttempts: values.PLATFORM_KVSTORE_RECONNECTION_MAX_ATTEMPTS,
      maxRetryTime: values.PLATFORM_KVSTORE_RECONNECTION_MAX_RETRY_TIME,
      backoffFactor: values.PLATFORM_KVSTORE_RECONNECTION_BACKOFF_FACTOR,
      backoffMinimum: values.PLATFORM_KVSTORE_RECONNECTION_BACKOFF_MINIMUM_TIME,
    },
    jwt: jwtConfig(values),
    smtp: smtpConfig(values),
    outboundAllow: values.PLATFORM_OUTBOUND_ALLOW,
    scraper: !values.PLATFORM_DISABLE_SCRAPER,
    avatars: !values.PLATFORM_DISABLE_AVATARS,
    mailTemplates:
      values.PLATFORM_MAIL_TEMPLATES === undefined ? undefined : resolve(cwd, values.PLATFORM_MAIL_TEMPLATES),
    captcha: captchaConfig(values),
    trustThresholds: values.TRUST_THRESHOLDS,
    disableAutoflagSuspectWords: values.PLATFORM_DISABLE_AUTOFLAG_SUSPECT_WORDS,
    ignoreFlagsAgainstStaff: !values.PLATFORM_DISABLE_IGNORE_FLAGS_AGAINST_STAFF,
    commentCountCacheExpiry: values.PLATFORM_CACHE_EXPIRY_COMMENT_COUNT,
    threadingLevel: values.PLATFORM_THREADING_LEVEL,
    defaultStreamTab: values.PLATFORM_DEFAULT_STREAM_TAB,
    disableEmbedPolyfill: values.PLATFORM_DISABLE_EMBED_POLYFILL,
    languages: languagesConfig(values, cwd),
    timeZone: values.PLATFORM_TIME_ZONE,
    loggingLevel: values.PLATFORM_LOGGING_LEVEL,
    trustProxy: values.PLATFORM_TRUST_PROXY,
    pluginsJson: values.PLATFORM_PLUGINS_JSON,
    dataDir: resolve(cwd, values.PLATFORM_DATA_DIR),
    warnings,
  }
}
