import { PlatformError, type User } from '@platform/plugin-sdk'
// The server declares the types of its services.
import type {} from '@platform/server'
import { errors } from '@platform/server/errors'
import { Context } from '@platform/server/graph/context'
import { secrets } from '@platform/server/secrets'
import { mailer } from '@platform/server/services/mailer'
import { users } from '@platform/server/services/users'

/** The base class of the predecessor's expected errors. Every expected error of the platform is an instance of it. */
class TalkError extends errors.ExpectedError {}

// A subclass inherits the method, and has instances of its own.
Object.defineProperty(TalkError, Symbol.hasInstance, {
  value(this: typeof TalkError, value: unknown): boolean {
    return this === TalkError
      ? value instanceof PlatformError
      : Function.prototype[Symbol.hasInstance].call(this, value)
  },
})

type Mail = Omit<Parameters<typeof mailer.send>[0], 'user' | 'email'>
type VerifyOptions = Parameters<typeof secrets.jwt.verify>[1]

/** Functions of `services/users` that plugins of the predecessor call, and the server does not have. */
const olderUsers = {
  /** Sends a mail of a registered template to a user. */
  sendEmail: (user: User, mail: Mail): Promise<void> => mailer.send({ ...mail, user: user.id }),
  /** Sends the link that confirms an e-mail address. It leads back to the start page, whatever address is asked for. */
  async sendEmailConfirmation(_context: unknown, _user: User, email: string): Promise<void> {
    const { services } = Context.forSystem()
    await services.emailLinks.send(
      { purpose: 'confirm-email', email, back: `${services.config.rootUrl}/` },
      { address: null },
    )
  },
  /** Verifies a token of `secrets.jwt`. @returns its claims */
  verifyToken: (token: string, options: VerifyOptions = {}): Promise<unknown> =>
    new Promise((resolve, reject) => {
      secrets.jwt.verify(token, options, (error, claims) => (error ? reject(error) : resolve(claims)))
    }),
}

/** Adds the older parts to the modules `errors` and `services/users` of the server. */
export function addOlderParts(): void {
  Object.assign(errors, { TalkError, APIError: TalkError })
  Object.assign(users, olderUsers)
}
