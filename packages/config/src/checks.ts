import ms from 'ms'
import { isDrawable } from './captcha-services.ts'
import type { CheckContext } from './check-context.ts'
import { checkKeys } from './check-keys.ts'
import type { ConfigProblem } from './config-error.ts'
import type { ResolvedSources } from './sources.ts'
import type { PartialValues } from './variables/index.ts'
import { mailVariables } from './variables/mail.ts'

function checkAddresses({ values, production, given, refuse, warn }: CheckContext): void {
  const root = values.PLATFORM_ROOT_URL
  if (root === undefined) return
  const { pathname, protocol } = new URL(root)
  if (values.PLATFORM_ROOT_URL_MOUNT_PATH === true && pathname === '/') {
    refuse('PLATFORM_ROOT_URL_MOUNT_PATH', 'must be FALSE when PLATFORM_ROOT_URL has no path to mount under')
  }
  for (const name of ['PLATFORM_ROOT_URL', 'PLATFORM_STATIC_URI', 'PLATFORM_WEBSOCKET_LIVE_URI'] as const) {
    // The address that is derived from PORT=0 stays, for a server on any free port has no other.
    if (given(name) && new URL(values[name] ?? root).port === '0')
      refuse(name, 'must not have port 0, at which nothing can be reached')
  }
  for (const name of [
    'PLATFORM_JWT_COOKIE_NAME',
    'PLATFORM_JWT_SIGNING_COOKIE_NAME',
    'PLATFORM_JWT_COOKIE_NAMES',
  ] as const) {
    const secure = [values[name] ?? []].flat().some(cookie => /^__(Host|Secure)-/i.test(cookie))
    if (given(name) && protocol === 'http:' && secure) {
      refuse(
        name,
        'must not begin with __Host- or __Secure- when PLATFORM_ROOT_URL is http://: browsers refuse such a cookie',
      )
    }
  }
  if (production && protocol === 'http:') {
    warn(
      'PLATFORM_ROOT_URL is http:// in production: session cookies are sent without Secure and without encryption, so ' +
        'everyone on the way can read them and act as the user; use https://',
    )
  }
  if (values.PLATFORM_DISABLE_STATIC_SERVER === true && values.PLATFORM_STATIC_URI === root) {
    warn(
      'PLATFORM_DISABLE_STATIC_SERVER is TRUE but PLATFORM_STATIC_URI still points here; scripts and styles ' +
        'will be missing',
    )
  }
  if (protocol === 'https:' && values.PLATFORM_WEBSOCKET_LIVE_URI?.startsWith('ws:')) {
    warn('PLATFORM_WEBSOCKET_LIVE_URI is ws:// under an https:// root; browsers block that, use wss://')
  }
}

function checkServer({ values, warn }: CheckContext): void {
  if (values.PLATFORM_SECURITY_HEADERS_CONFIGURATION?.contentSecurityPolicy === false) {
    warn('PLATFORM_SECURITY_HEADERS_CONFIGURATION switches the content security policy off')
  }
  if (values.PLATFORM_TRUST_PROXY === true) {
    warn(
      'PLATFORM_TRUST_PROXY is TRUE, so any client can claim any address; name the number of proxies or their ' +
        'addresses',
    )
  }
  const {
    PLATFORM_KVSTORE_RECONNECTION_BACKOFF_MINIMUM_TIME: least = 0,
    PLATFORM_KVSTORE_RECONNECTION_MAX_RETRY_TIME: most = Infinity,
  } = values
  if (least > most) {
    warn(
      'PLATFORM_KVSTORE_RECONNECTION_BACKOFF_MINIMUM_TIME exceeds ' +
        'PLATFORM_KVSTORE_RECONNECTION_MAX_RETRY_TIME: the first lost connection is final',
    )
  }
}

function checkTokens({ values, given, warn }: CheckContext): void {
  const { PLATFORM_JWT_DISABLE_ISSUER: noIssuer, PLATFORM_JWT_DISABLE_AUDIENCE: noAudience } = values
  if (noIssuer === true && given('PLATFORM_JWT_ISSUER'))
    warn('PLATFORM_JWT_ISSUER has no effect while PLATFORM_JWT_DISABLE_ISSUER is TRUE')
  if (noAudience === true && given('PLATFORM_JWT_AUDIENCE'))
    warn('PLATFORM_JWT_AUDIENCE has no effect while PLATFORM_JWT_DISABLE_AUDIENCE is TRUE')
  if (noIssuer === true && noAudience === true)
    warn(
      'PLATFORM_JWT_DISABLE_ISSUER and PLATFORM_JWT_DISABLE_AUDIENCE are both TRUE: a token of any service ' +
        'with this key is accepted',
    )
  if ((values.PLATFORM_JWT_EXPIRY ?? 0) > ms('30 days'))
    warn('PLATFORM_JWT_EXPIRY is above 30 days: a stolen token stays useful that long')
}

function checkFeatures({ values, given, warn }: CheckContext): void {
  const mail = Object.keys(mailVariables) as (keyof typeof mailVariables)[]
  const missing = mail.filter(name => !given(name))
  if (missing.length > 0 && missing.length < mail.length) warn(`mail is off: ${missing.join(', ')} not set`)
  const [secret, key] = [given('PLATFORM_CAPTCHA_SECRET'), given('PLATFORM_CAPTCHA_PUBLIC')]
  if (secret !== key)
    warn(`the captcha is off: ${secret ? 'PLATFORM_CAPTCHA_PUBLIC' : 'PLATFORM_CAPTCHA_SECRET'} not set`)
  const verify = values.PLATFORM_CAPTCHA_VERIFY_URL
  if (secret && key && verify !== undefined && !isDrawable(verify, values.PLATFORM_CAPTCHA_SCRIPT_URL))
    warn(
      `the sign-in page can't show the captcha of ${new URL(verify).host}: set ` +
        'PLATFORM_CAPTCHA_SCRIPT_URL; until then no captcha protects sign-in, and users who fail too often must wait',
    )
}

function checkLanguages({ values, given, warn }: CheckContext): void {
  const { PLATFORM_DEFAULT_LANG: language = '', PLATFORM_WHITELISTED_LANGUAGES: allowed } = values
  const [first] = allowed ?? []
  if (given('PLATFORM_DEFAULT_LANG') && first !== undefined && !allowed?.includes(language))
    warn(
      `PLATFORM_DEFAULT_LANG: ${language} is not among PLATFORM_WHITELISTED_LANGUAGES, so ${first} is the default; ` +
        'name a language that is',
    )
}

/** Checks the rules between variables. Missing values are skipped, because they are reported already. */
export function checkTogether(
  sources: ResolvedSources,
  values: PartialValues,
): { problems: ConfigProblem[]; warnings: string[] } {
  const problems: ConfigProblem[] = []
  const warnings: string[] = []
  const context: CheckContext = {
    values,
    production: sources.mode === 'production',
    given: name => ['environment', '.env'].includes(sources.texts.get(name)?.source ?? ''),
    refuse: (variable, message) => problems.push({ variable, message }),
    warn: message => warnings.push(message),
  }
  const all = [checkAddresses, checkServer, checkTokens, checkKeys, checkFeatures, checkLanguages]
  for (const check of all) check(context)
  return { problems, warnings }
}
