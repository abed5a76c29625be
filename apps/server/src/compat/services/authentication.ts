import { NotAuthorizedError, PlatformError, type Services, type User } from '@platform/plugin-sdk'
import { currentServices } from '../../runtime/current-services.ts'
import { strategies } from '../../runtime/strategies.ts'

type Done = (error: unknown, user?: User | false) => void
interface Response {
  status(code: number): this
  set(headers: Record<string, string>): this
  type(type: string): this
  send(body: string): this
  json(body: unknown): this
}
type Next = (error?: unknown) => unknown
/** The callback of a strategy: an error, a user, or no user when the sign-in failed. */
type SignInCallback = (error: unknown, user?: User | false | null) => void

/** Calls `done` with the user if the user may sign in with the profile, else with an error. */
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

type SignInAnswers = Services['signInAnswers']
type SignedIn = Awaited<ReturnType<SignInAnswers['begin']>>

/** Begins the session of a user who signed in, and sends the answer; an error goes to `next`. */
function finishSignIn(
  next: Next,
  answer: (credentials: SignedIn, signInAnswers: SignInAnswers) => void,
): SignInCallback {
  return (error, user) => {
    if (error) return void next(error)
    if (!user) return void next(new NotAuthorizedError('You could not be signed in', { status: 401 }))
    const { signInAnswers } = currentServices()
    signInAnswers.begin(user).then(credentials => answer(credentials, signInAnswers), next)
  }
}

/** Answers with a page for the pop-up, which passes the credentials to the page that opened it, and closes. */
function handleAuthPopupCallback(_request: unknown, response: Response, next: Next): SignInCallback {
  return finishSignIn(next, (credentials, signInAnswers) => {
    const { html, policy } = signInAnswers.page(credentials)
    response
      .set({ ...NOT_STORED, 'Content-Security-Policy': policy, 'Cross-Origin-Opener-Policy': 'unsafe-none' })
      .type('html')
      .send(html)
  })
}

/** Answers with JSON: `{ user, token }`. */
function handleGenerateCredentials(_request: unknown, response: Response, next: Next): SignInCallback {
  return finishSignIn(next, credentials => {
    response.set(NOT_STORED).json(credentials)
  })
}

/** Helpers to sign users in, for plugins that import `services/authentication` or `services/passport`. */
export const authentication = {
  /** The registry of all strategies. In the hooks `router` and `app` it has those of every plugin. */
  passport: strategies,
  ValidateUserLogin: validateUserLogin,
  HandleAuthPopupCallback: handleAuthPopupCallback,
  HandleGenerateCredentials: handleGenerateCredentials,
}

export const { passport, ValidateUserLogin, HandleAuthPopupCallback, HandleGenerateCredentials } = authentication
export default authentication
export { authentication as 'module.exports' }
