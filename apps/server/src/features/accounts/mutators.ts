import { type CoreMutators, NotFoundError } from '@platform/plugin-sdk'
import { allowed, allowedBySession, justSignedIn, signedIn } from '../../contract/caller.ts'
import type { ServerContext } from '../../contract/context.ts'
import { assertDecidesAbout } from '../users/authority.ts'
import { withPasswordAgain } from './password-again.ts'

type OwnAccount = Pick<
  CoreMutators['User'],
  | 'attachLocalAuth'
  | 'resendLocalAuthLink'
  | 'changePassword'
  | 'changeEmail'
  | 'signOutEverywhere'
  | 'endSessions'
  | 'requestDeletion'
  | 'cancelDeletion'
  | 'requestDownloadLink'
  | 'download'
>

/** The part of `context.mutators.User` with which callers manage their own accounts. */
export function ownAccountMutators(context: ServerContext): OwnAccount {
  const { accountPasswords, attachment, confirmation, sessions, deletionRequests, downloads, users } = context.services
  return {
    async attachLocalAuth(given) {
      await attachment.attach(justSignedIn(context), given, context.address)
    },
    resendLocalAuthLink: async () => attachment.resend(signedIn(context), context.address),
    async changePassword(passwords) {
      const user = await accountPasswords.change(allowed(context, 'CHANGE_PASSWORD'), passwords)
      return (await sessions.begin(user)).token
    },
    changeEmail: async change =>
      confirmation.requestChange(allowed(context, 'CHANGE_PASSWORD'), change, context.address),
    signOutEverywhere: async () => sessions.endAll(signedIn(context).id),
    async endSessions(id) {
      const administrator = allowed(context, 'END_OTHER_SESSIONS')
      const user = await users.findById(id)
      if (!user) throw new NotFoundError('The user')
      assertDecidesAbout(administrator, user)
      await sessions.endAll(id)
    },
    requestDeletion: async password => deletionRequests.request((await withPasswordAgain(context, password)).id),
    cancelDeletion: async () => deletionRequests.cancel(signedIn(context).id),
    requestDownloadLink: async () => downloads.request(signedIn(context), context.address),
    download: async id => downloads.linkFor(allowedBySession(context, 'DOWNLOAD_OTHER_USER'), id),
  }
}

/** `context.mutators.Token`: administrators make and revoke their own personal tokens. */
export function tokenMutators(context: ServerContext): { Token: CoreMutators['Token'] } {
  const { personalTokens } = context.services
  return {
    Token: {
      create: async ({ name }) => personalTokens.create(allowedBySession(context, 'CREATE_TOKEN'), name),
      revoke: async ({ id }) => personalTokens.revoke(allowedBySession(context, 'REVOKE_TOKEN'), id),
    },
  }
}
