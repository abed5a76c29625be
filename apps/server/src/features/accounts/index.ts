import { fileURLToPath } from 'node:url'
import { accountsTypeDefs } from '@platform/core-schema'
import type { Docstore } from '@platform/docstore'
import type { PersonalData } from '@platform/plugin-sdk'
import type { AccessTable } from '../../contract/access.ts'
import type { ServerContext } from '../../contract/context.ts'
import { defineFeature } from '../../contract/define-feature.ts'
import { indexesOf } from '../../contract/indexes.ts'
import { eraseJobs } from '../../jobs/erase-jobs.ts'
import { ERASE_BATCH, type EraseStep, inSteps } from '../erase-steps.ts'
import { type AttachmentService, createAttachment } from './attachment.ts'
import { type ConfirmationService, createConfirmation } from './confirmation.ts'
import { createDeletionRequests, type DeletionRequestsService, deletionRequestJobs } from './deletion-requests.ts'
import { createDownloads, type DownloadsService, downloadJobs } from './downloads.ts'
import { createEmailLinks, type EmailLinksService, emailLinkJobs } from './email-links.ts'
import { eraseMails } from './erase-mails.ts'
import { createInvitations, type InvitationsService } from './invitations.ts'
import { type InvitedUser, invitationIndexes } from './invited-user.ts'
import { accountMails } from './mails.ts'
import { tokenMutators } from './mutators.ts'
import { createAccountPasswords, type PasswordsService } from './passwords.ts'
import { createPersonalTokens, type PersonalTokensService } from './personal-tokens.ts'
import type { WithAttachment } from './profile.ts'
import { accountResolvers } from './resolvers.ts'
import { accountRoutes } from './routes.ts'

declare module '@platform/plugin-sdk' {
  interface Services {
    readonly emailLinks: EmailLinksService
    readonly accountPasswords: PasswordsService
    readonly confirmation: ConfirmationService
    readonly attachment: AttachmentService
    readonly personalTokens: PersonalTokensService
    readonly deletionRequests: DeletionRequestsService
    readonly downloads: DownloadsService
    readonly invitations: InvitationsService
  }
}

const permissions: AccessTable = {
  'RootMutation.attachLocalAuth': 'SIGNED_IN',
  'RootMutation.resendLocalAuthLink': 'SIGNED_IN',
  'RootMutation.changePassword': 'CHANGE_PASSWORD',
  'RootMutation.changeEmail': 'CHANGE_PASSWORD',
  'RootMutation.signOutEverywhere': 'SIGNED_IN',
  'RootQuery.invitations': 'INVITE_USERS',
  'RootMutation.inviteUser': 'INVITE_USERS',
  'RootMutation.revokeInvitation': 'INVITE_USERS',
  'RootMutation.endSessions': 'END_OTHER_SESSIONS',
  'RootMutation.requestDeletion': 'SIGNED_IN',
  'RootMutation.cancelDeletion': 'SIGNED_IN',
  'RootMutation.requestAccountDeletion': 'SIGNED_IN',
  'RootMutation.cancelAccountDeletion': 'SIGNED_IN',
  'RootMutation.requestDownloadLink': 'SIGNED_IN',
  'RootMutation.downloadUser': 'DOWNLOAD_OTHER_USER',
  'RootMutation.createToken': 'CREATE_TOKEN',
  'RootMutation.revokeToken': 'REVOKE_TOKEN',
  'User.deletionAt': { needs: 'VIEW_USER_STATUS', own: 'person' },
  'User.scheduledDeletionDate': { needs: 'VIEW_USER_STATUS', own: 'person' },
  'User.lastAccountDownload': { needs: 'VIEW_USER_STATUS', own: 'person' },
  'User.canAttachLocalAuth': { needs: 'VIEW_USER_EMAIL', own: 'person' },
  'User.isInvited': { needs: 'VIEW_USER_STATUS', own: 'person' },
  'User.waitingEmail': { needs: 'VIEW_USER_EMAIL', own: 'person' },
  'POST /api/v1/account/email/verify': 'ANYBODY',
  'POST /api/v1/account/password/reset': 'ANYBODY',
  'PUT /api/v1/account/password/reset': 'ANYBODY',
  'POST /api/v1/users/resend-verify': 'ANYBODY',
  'POST /api/v1/users/:user_id/email/confirm': 'SEARCH_OTHER_USERS',
}

/** An address and an invitation that wait, personal access tokens without the secrets, and the jobs and mails. */
const personalData: PersonalData<ServerContext> = {
  async *export(userId, { services }) {
    const { attaching, invitation } =
      (await services.docstore.collection<WithAttachment & InvitedUser>('users').findOne({ id: userId })) ?? {}
    if (attaching) yield { name: 'waiting-address', record: { email: attaching.email } }
    if (invitation) {
      const { created_at, expires_at } = invitation
      yield { name: 'invitation', record: { created_at, expires_at } }
    }
    for (const { name, active, issued_at } of await services.personalTokens.of(userId))
      yield { name: 'personal-access-tokens', record: { name, active, issued_at: issued_at ?? null } }
  },
  erase: (userId, { services: { docstore } }) =>
    inSteps(
      forgetInviter(docstore),
      value => eraseJobs(docstore, { type: 'accounts.delete', key: 'userId', value }),
      value => eraseJobs(docstore, { type: 'accounts.letter', key: 'attachTo', value }),
      value => eraseJobs(docstore, { type: 'accounts.download', key: 'userId', value }),
      eraseMails(docstore),
    )(userId),
}

/** Removes the id of an administrator from the invitations that the administrator made. */
function forgetInviter(docstore: Docstore): EraseStep {
  const users = docstore.collection<InvitedUser>('users')
  return async userId => {
    const batch = await users.find({ 'invitation.by': userId }, { limit: ERASE_BATCH, projection: { id: 1 } }).toArray()
    if (batch.length > 0)
      await users.updateMany({ id: { $in: batch.map(({ id }) => id) } }, { $set: { 'invitation.by': null } })
    return batch.length
  }
}

/** Accounts as their users manage them: addresses, passwords, personal tokens and deletion. */
export const accountsFeature = defineFeature({
  name: 'accounts',
  typeDefs: accountsTypeDefs,
  resolvers: accountResolvers,
  mutators: tokenMutators,
  router: accountRoutes,
  permissions,
  jobs: { ...emailLinkJobs, ...deletionRequestJobs, ...downloadJobs },
  mails: accountMails,
  translations: fileURLToPath(new URL('./mail/texts.json', import.meta.url)),
  personalData,
  indexes: indexesOf(invitationIndexes),
  services: {
    invitations: {
      needs: ['docstore', 'mail', 'emailLinks', 'sessions', 'erasure', 'revisions', 'clock'],
      create: createInvitations,
    },
    emailLinks: {
      needs: ['config', 'docstore', 'tokens', 'jobs', 'mail', 'limits', 'sessions'],
      create: createEmailLinks,
    },
    accountPasswords: {
      needs: ['config', 'docstore', 'emailLinks', 'limits', 'mail', 'sessions', 'clock', 'revisions', 'passwordHashes'],
      create: createAccountPasswords,
    },
    confirmation: {
      needs: ['config', 'accountPasswords', 'docstore', 'emailLinks', 'mail', 'clock', 'revisions'],
      create: createConfirmation,
    },
    attachment: {
      needs: ['config', 'docstore', 'emailLinks', 'mail', 'limits', 'clock', 'revisions', 'passwordHashes'],
      create: createAttachment,
    },
    personalTokens: { needs: ['docstore', 'tokens', 'sessions', 'clock', 'revisions'], create: createPersonalTokens },
    deletionRequests: {
      needs: ['config', 'docstore', 'clock', 'revisions', 'jobs', 'mail', 'limits', 'erasure'],
      create: createDeletionRequests,
    },
    downloads: {
      needs: [
        'config',
        'docstore',
        'tokens',
        'users',
        'sessions',
        'limits',
        'emailLinks',
        'mail',
        'jobs',
        'clock',
        'revisions',
        'composition',
      ],
      create: createDownloads,
    },
  },
})
