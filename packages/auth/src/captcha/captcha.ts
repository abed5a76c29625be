import { z } from 'zod'
import { plainAddress } from '../limits/address.ts'
import { orUnavailable } from '../unavailable.ts'

/** No provider's answer comes near. */
const LONGEST_RESPONSE = 8192

const verdict = z.object({ success: z.boolean() })

/** What {@link createCaptcha} is made from. */
export interface CaptchaOptions {
  /** `PLATFORM_CAPTCHA_SECRET` */
  readonly secret: string
  /** `PLATFORM_CAPTCHA_VERIFY_URL` */
  readonly verifyUrl: string
  /** Posts a form and gives the JSON of a successful answer; rejects when there is none in good time. */
  readonly post: (url: string, form: URLSearchParams) => Promise<unknown>
}

/** Checks answers of captchas. */
export interface Captcha {
  /**
   * Whether a provider says that a captcha was solved. Nothing, or a text no provider would make, is not asked about.
   * @throws AuthError `UNAVAILABLE` when the provider does not answer, or not in the form that is expected.
   */
  verify(response: string | null | undefined, address: string): Promise<boolean>
}

/**
 * The form post that the common captcha providers share: `secret`, `response` and `remoteip`, answered by
 * `{"success": true}` or not.
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
