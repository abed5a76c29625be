import { NotAuthorizedError, PlatformError, type User } from '@platform/plugin-sdk'
import { currentServices } from '../../runtime/current.ts'

type Done = (error: unknown, user?: User | false) => void
interface Response {
  status(code: number): this
  set(headers: Record<string, string>): this
  type(type: string): this
  send(body: string): this
  json(body: unknown): this
}
type Next = (error?: unknown) => unknown

/** Whether somebody may sign in by this profile; answers by `done`. */
async function validateUserLogin(
  profile: { provider?: string },
  user: User | null | undefined,
  done: Done,
): Promise<void> {
  try {
    if (!user) throw new NotAuthorizedError('There is no such account', { status: 401 })
    const { requireEmailConfirmation } = await currentServices().settings.load()
    const local = user.profiles.find(known => known.provider === 'local')
    if (profile.provider === 'local' && requireEmailConfirmation && !local?.metadata?.confirmed_at)
      throw new PlatformError('EMAIL_NOT_VERIFIED', 'Confirm your e-mail address first', { status: 401 })
    done(null, user)
  } catch (error) {
    done(error)
  }
}

const NOT_STORED = { 'Cache-Control': 'private, no-cache, no-store, must-revalidate', Pragma: 'no-cache' }

/** Ends a sign-in in a pop-up: a page that hands the credentials to the page which opened it, and closes. */
function handleAuthPopupCallback(
  _request: unknown,
  response: Response,
  next: Next,
): (error: unknown, user?: User | false | null) => void {
  return (error, user) => {
    if (error) return void next(error)
    if (!user) return void next(new NotAuthorizedError('You could not be signed in', { status: 401 }))
    const { signInAnswers } = currentServices()
    signInAnswers.begin(user).then(credentials => {
      const { html, policy } = signInAnswers.page(credentials)
      response
        .set({ ...NOT_STORED, 'Content-Security-Policy': policy, 'Cross-Origin-Opener-Policy': 'unsafe-none' })
        .type('html')
        .send(html)
    }, next)
  }
}

/** Ends a sign-in by JSON: `{ user, token }`. */
function handleGenerateCredentials(
  _request: unknown,
  response: Response,
  next: Next,
): (error: unknown, user?: User | false | null) => void {
  return (error, user) => {
    if (error) return void next(error)
    if (!user) return void next(new NotAuthorizedError('You could not be signed in', { status: 401 }))
    currentServices()
      .signInAnswers.begin(user)
      .then(credentials => response.set(NOT_STORED).json(credentials), next)
  }
}

/** Helpers for plugins that sign people in, for those that import `services/authentication` or `services/passport`. */
export const authentication = {
  /** The registry with all strategies, once every plugin has mounted its own. */
  get passport() {
    return currentServices().composition.strategies
  },
  ValidateUserLogin: validateUserLogin,
  HandleAuthPopupCallback: handleAuthPopupCallback,
  HandleGenerateCredentials: handleGenerateCredentials,
}

export default authentication
export { authentication as 'module.exports' }
