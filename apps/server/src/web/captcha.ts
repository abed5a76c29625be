import type { CaptchaHost, Config } from '@platform/config'
import type { RequestContext } from '../request/state.ts'

/** What draws a captcha on a page, and how its answer comes back with the form. */
export interface CaptchaWidget {
  readonly script: string
  /** The services look for an element of their class. */
  readonly className: string
  readonly siteKey: string
  /** Where the script, and the frames it opens, come from. */
  readonly origins: readonly string[]
}

/** By the host that checks the answers. */
const SERVICES: Readonly<Record<CaptchaHost, Pick<CaptchaWidget, 'script' | 'className' | 'origins'>>> = {
  'www.google.com': {
    script: 'https://www.google.com/recaptcha/api.js',
    className: 'g-recaptcha',
    origins: [
      'https://www.google.com/recaptcha/',
      'https://www.gstatic.com/recaptcha/',
      'https://recaptcha.google.com/recaptcha/',
    ],
  },
  'api.hcaptcha.com': {
    script: 'https://js.hcaptcha.com/1/api.js',
    className: 'h-captcha',
    origins: ['https://hcaptcha.com', 'https://*.hcaptcha.com'],
  },
  'challenges.cloudflare.com': {
    script: 'https://challenges.cloudflare.com/turnstile/v0/api.js',
    className: 'cf-turnstile',
    origins: ['https://challenges.cloudflare.com'],
  },
}

/** Names under which forms carry the answer. */
export const CAPTCHA_FIELDS = ['g-recaptcha-response', 'h-captcha-response', 'cf-turnstile-response'] as const

/** The widget of the service that is configured; `null` without one, or when nobody said which script draws it. */
export function captchaWidget({ captcha }: Config): CaptchaWidget | null {
  if (!captcha?.drawable) return null
  const { public: siteKey, verifyUrl, scriptUrl: script } = captcha
  const known = (SERVICES as Readonly<Record<string, (typeof SERVICES)[CaptchaHost]>>)[new URL(verifyUrl).hostname]
  if (script !== undefined)
    return {
      script,
      siteKey,
      className: known?.className ?? 'g-recaptcha h-captcha cf-turnstile',
      origins: [new URL(script).origin, ...(known?.origins ?? [])],
    }
  return known ? { ...known, siteKey } : null
}

/** Lets this one page load the widget, and nothing else from elsewhere. A policy that the operator took away stays away. */
export function allowWidget(ctx: RequestContext, { origins }: CaptchaWidget): void {
  const policy = ctx.response.get('Content-Security-Policy')
  if (!policy) return
  const directives = new Map(
    policy
      .split(';')
      .map(text => text.trim())
      .filter(Boolean)
      .map(text => {
        const [name = '', ...sources] = text.split(/\s+/)
        return [name, sources] as const
      }),
  )
  for (const name of ['script-src', 'frame-src', 'connect-src', 'style-src']) {
    const sources = (directives.get(name) ?? directives.get('default-src') ?? []).filter(source => source !== "'none'")
    directives.set(name, [...new Set([...sources, ...origins])])
  }
  ctx.set('Content-Security-Policy', [...directives].map(([name, sources]) => [name, ...sources].join(' ')).join(';'))
}
