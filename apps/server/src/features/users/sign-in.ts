import type { Services } from '@platform/plugin-sdk'
import { NotAuthorizedError, PlatformError, type User } from '@platform/plugin-sdk'
import { tooOften } from '../limits/service.ts'

export interface SignIn {
  readonly email: string
  readonly password: string
  /** The client's IP address. */
  readonly address: string
  /** The answer of a captcha, if there is one. */
  readonly captchaResponse?: string | undefined
  /** The device cookie of the browser, unchecked; see `DevicesService`. */
  readonly device?: string | null
}

/**
 * Begins a session for the user with this password. Neither the answer nor its time shows whether the account exists.
 *
 * @throws PlatformError LOGIN_MAXIMUM_EXCEEDED, NOT_AUTHORIZED, EMAIL_NOT_VERIFIED
 */
export async function signIn(
  { devices, limits, users, sessions, settings }: Services,
  { email, password, address, captchaResponse, device = null }: SignIn,
): Promise<{ user: User; token: string }> {
  const permit = await limits.admitSignIn({
    address,
    email,
    captchaResponse,
    device: await devices.knownFor(device, email),
  })
  if (!permit.allowed) throw tooOften('LOGIN_MAXIMUM_EXCEEDED', permit.retryAfter, { captcha: permit.captcha })
  const user = await users.authenticate(email, password)
  if (!user) throw new NotAuthorizedError('E-mail or password is wrong', { status: 401 })
  await permit.succeeded()
  const { requireEmailConfirmation } = await settings.load()
  if (
    requireEmailConfirmation &&
    !user.profiles.some(({ provider, metadata }) => provider === 'local' && metadata?.confirmed_at)
  ) {
    throw new PlatformError('EMAIL_NOT_VERIFIED', 'Confirm your e-mail address first', { status: 401 })
  }
  const { token } = await sessions.begin(user)
  return { user, token }
}
