import type { CoreMutators } from '@platform/plugin-sdk'
import type { ServerContext } from '../../compose/context.ts'
import { allowed, signedIn } from '../../perms/caller.ts'

type OwnAccount = Pick<CoreMutators['User'], 'attachLocalAuth' | 'changePassword' | 'changeEmail' | 'signOutEverywhere' | 'requestDeletion' | 'cancelDeletion'>

/** What the caller does about the caller's own account; part of `context.mutators.User`. */
export function ownAccountMutators(context: ServerContext): OwnAccount {
  const { accountPasswords, attachment, confirmation, sessions, leaving } = context.platform.services
  return {
    async attachLocalAuth(given) { await attachment.attach(signedIn(context), given) },
    async changePassword(passwords) {
      const user = await accountPasswords.change(allowed(context, 'CHANGE_PASSWORD'), passwords)
      return (await sessions.begin(user)).token
    },
    changeEmail: async change => confirmation.requestChange(allowed(context, 'CHANGE_PASSWORD'), change),
    signOutEverywhere: async () => sessions.endAll(signedIn(context).id),
    requestDeletion: async () => leaving.request(signedIn(context).id),
    cancelDeletion: async () => leaving.cancel(signedIn(context).id),
  }
}

/** `context.mutators.Token`: for administrators, about their own. */
export function tokenMutators(context: ServerContext): { Token: CoreMutators['Token'] } {
  const { personalTokens } = context.platform.services
  return {
    Token: {
      create: async ({ name }) => personalTokens.create(allowed(context, 'CREATE_TOKEN'), name),
      revoke: async ({ id }) => personalTokens.revoke(allowed(context, 'REVOKE_TOKEN'), id),
    },
  }
}
