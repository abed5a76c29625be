/** The hosts of the captcha services whose widget the platform can show without further configuration. */
export const CAPTCHA_HOSTS = ['www.google.com', 'api.hcaptcha.com', 'challenges.cloudflare.com'] as const
/**
 * The host of a captcha service that the platform knows.
 *
 * @example
 * const host: CaptchaHost = 'api.hcaptcha.com'
 */
export type CaptchaHost = (typeof CAPTCHA_HOSTS)[number]

/** Says whether the sign-in page can show the captcha. */
export function isDrawable(verifyUrl: string, scriptUrl: string | undefined): boolean {
  return scriptUrl !== undefined || (CAPTCHA_HOSTS as readonly string[]).includes(new URL(verifyUrl).hostname)
}
