import { definePlugin, PlatformError, type User } from '@platform/plugin-sdk'

interface UpdateEmailAddress {
  readonly input: { readonly email: string; readonly confirmPassword: string }
}

/**
 * Adds `updateEmailAddress`, the name by which clients of the predecessor change the caller's e-mail address. The
 * rules, the limits and the mails are those of the core's `changeEmail`.
 */
export default definePlugin({
  name: 'platform-plugin-local-auth',
  sdk: '^1.0',
  permissions: { 'RootMutation.updateEmailAddress': 'SIGNED_IN' },
  typeDefs: /* GraphQL */ `
    type RootMutation {
      """
      Sends a link to a new e-mail address of the caller, who has that address once it is opened. The answer does not
      tell whether another account has it. For users with a local account.
      """
      updateEmailAddress(
        "The new address, and the caller's password."
        input: UpdateEmailAddressInput!
      ): UpdateEmailAddressResponse
    }

    "A change of an e-mail address."
    input UpdateEmailAddressInput {
      "The new address."
      email: String!
      "The caller's password."
      confirmPassword: String!
    }

    "Answer to updateEmailAddress; the field itself is null on success."
    type UpdateEmailAddressResponse implements Response {
      "Why it was refused; null on success."
      errors: [UserError!]
    }
  `,
  resolvers: {
    RootMutation: {
      async updateEmailAddress(_root, { input }: UpdateEmailAddress, { user, mutators }) {
        if (user) assertHasAddress(user)
        await mutators.User.changeEmail({ email: input.email, password: input.confirmPassword }).catch(renamed)
        return null
      },
    },
  },
})

/** Users who sign in by a provider only add an address and a password by `attachLocalAuth`. */
function assertHasAddress({ profiles }: User): void {
  if (!profiles.some(({ provider }) => provider === 'local'))
    throw new PlatformError('NO_LOCAL_PROFILE', 'This account has no e-mail address and password; add them first')
}

/** Clients of the predecessor know a wrong password by another code than the core's. */
function renamed(error: unknown): never {
  throw error instanceof PlatformError && error.code === 'PASSWORD_INCORRECT'
    ? new PlatformError('INCORRECT_PASSWORD', error.message, { status: error.status, cause: error })
    : error
}
