import type { CaptchaHost, Config } from '@platform/config'
import type { RequestContext } from '../request/state.ts'
import { allowSources } from './allow-sources.ts'

/** The script and element that draw a captcha on a page. */
export interface CaptchaWidget {
  readonly script: string
  /** The script of a captcha service draws into the element of this class. */
  readonly className: string
  readonly siteKey: string
  /** The origins of the script and of the frames that it opens. */
  readonly origins: readonly string[]
}

/** The captcha services that the server knows, by the host that checks answers. */
const SERVICES: ReadonlyMap<string, Pick<CaptchaWidget, 'script' | 'className' | 'origins'>> = new Map(
  Object.entries({
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
  } satisfies Record<CaptchaHost, Pick<CaptchaWidget, 'script' | 'className' | 'origins'>>),
)

/** The field of a form that has the answer, for each captcha service. */
export const CAPTCHA_FIELDS = ['g-recaptcha-response', 'h-captcha-response', 'cf-turnstile-response'] as const

/** The widget of the configured service; `null` without a service, or without the script of an unknown one. */
export function captchaWidget({ captcha }: Config): CaptchaWidget | null {
  if (!captcha?.drawable) return null
  const { public: siteKey, verifyUrl, scriptUrl: script } = captcha
  const known = SERVICES.get(new URL(verifyUrl).hostname)
  if (script !== undefined)
    return {
      script,
      siteKey,
      className: known?.className ?? 'g-recaptcha h-captcha cf-turnstile',
      origins: [new URL(script).origin, ...(known?.origins ?? [])],
    }
  return known ? { ...known, siteKey } : null
}

/** Lets one page load the widget from its origins. Does nothing if the operator has removed the policy. */
export function allowWidget(ctx: RequestContext, { origins }: CaptchaWidget): void {
  allowSources(ctx, ['script-src', 'frame-src', 'connect-src', 'style-src'], origins)
}
