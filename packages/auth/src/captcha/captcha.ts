import { z } from 'zod'
import { plainAddress } from '../limits/address.ts'
import { orUnavailable } from '../unavailable.ts'

/** The longest text that is sent to the provider. Real answers are much shorter. */
const LONGEST_RESPONSE = 8192

const verdict = z.object({ success: z.boolean() })

/**
 * Options of {@link createCaptcha}.
 *
 * @example
 * ```ts
 * const options: CaptchaOptions = { secret, verifyUrl, post }
 * ```
 */
export interface CaptchaOptions {
  /** `PLATFORM_CAPTCHA_SECRET` */
  readonly secret: string
  /** `PLATFORM_CAPTCHA_VERIFY_URL` */
  readonly verifyUrl: string
  /** Posts a form and resolves to the JSON of the answer; rejects when the answer fails or comes too late. */
  readonly post: (url: string, form: URLSearchParams) => Promise<unknown>
}

/**
 * Checks whether captchas were solved.
 *
 * @example
 * ```ts
 * const isSolved = (captcha: Captcha, response: string, ip: string) => captcha.verify(response, ip)
 * ```
 */
export interface Captcha {
  /**
   * Resolves to `true` when the provider says that the captcha was solved. An empty or very long text is refused
   * without a request.
   * @throws AuthError `UNAVAILABLE` when the provider does not answer, or answers in another form.
   */
  verify(response: string | null | undefined, address: string): Promise<boolean>
}

/**
 * Makes a check by the form post that the common captcha providers share: it sends `secret`, `response` and `remoteip`,
 * and expects `{"success": true}`.
 *
 * @example
 * ```ts
 * const captcha = createCaptcha({ secret, verifyUrl, post })
 * await captcha.verify(request.headers['x-captcha-response'], request.ip)
 * ```
 */
export function createCaptcha({ secret, verifyUrl, post }: CaptchaOptions): Captcha {
  return {
    async verify(response, address) {
      if (!response || response.length > LONGEST_RESPONSE) return false
      const remoteip = plainAddress(address)
      const form = new URLSearchParams({ secret, response, ...(remoteip === null ? {} : { remoteip }) })
      const { success } = await orUnavailable(
        async () => verdict.parse(await post(verifyUrl, form)),
        "The captcha can't be checked right now. Try again in a moment.",
      )
      return success
    },
  }
}
