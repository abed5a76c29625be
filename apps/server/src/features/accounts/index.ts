import { accountsTypeDefs } from '@platform/core-schema'
import { defineFeature } from '../../contract/define-feature.ts'
import { type AttachmentService, createAttachment } from './attachment.ts'
import { type ConfirmationService, createConfirmation } from './confirmation.ts'
import { createDeletionRequests, type DeletionRequestsService, deletionRequestJobs } from './deletion-requests.ts'
import { createEmailLinks, type EmailLinksService, emailLinkJobs } from './email-links.ts'
import { accountMails } from './mails.ts'
import { tokenMutators } from './mutators.ts'
import { createAccountPasswords, type PasswordsService } from './passwords.ts'
import { accountPermissions } from './permissions.ts'
import { accountPersonalData } from './personal-data.ts'
import { createPersonalTokens, type PersonalTokensService } from './personal-tokens.ts'
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
  }
}

/** What people do about their own accounts. */
export const accountsFeature = defineFeature({
  name: 'accounts',
  typeDefs: accountsTypeDefs,
  resolvers: accountResolvers,
  mutators: tokenMutators,
  router: accountRoutes,
  permissions: accountPermissions,
  jobs: { ...emailLinkJobs, ...deletionRequestJobs },
  mails: accountMails,
  personalData: accountPersonalData,
  services: {
    emailLinks: {
      needs: ['config', 'docstore', 'tokens', 'jobs', 'mail', 'limits', 'sessions'],
      create: createEmailLinks,
    },
    accountPasswords: {
      needs: ['config', 'docstore', 'emailLinks', 'limits', 'mail', 'sessions', 'clock', 'revisions'],
      create: createAccountPasswords,
    },
    confirmation: {
      needs: ['config', 'accountPasswords', 'docstore', 'emailLinks', 'mail', 'clock', 'revisions'],
      create: createConfirmation,
    },
    attachment: {
      needs: ['config', 'docstore', 'emailLinks', 'limits', 'clock', 'revisions'],
      create: createAttachment,
    },
    personalTokens: { needs: ['docstore', 'tokens', 'sessions', 'clock', 'revisions'], create: createPersonalTokens },
    deletionRequests: {
      needs: ['config', 'docstore', 'clock', 'revisions', 'jobs', 'mail', 'erasure'],
      create: createDeletionRequests,
    },
  },
})
