import { fileURLToPath } from 'node:url'
import { defineFeature } from '../../contract/define-feature.ts'
import { noticeMails } from './mails.ts'
import { createMail, type MailService, mailJobs } from './service.ts'

declare module '@platform/plugin-sdk' {
  interface Services {
    readonly mail: MailService
  }
}

/** The texts of the mails the platform sends. */
export const mailFeature = defineFeature({
  name: 'mail',
  translations: fileURLToPath(new URL('../../../assets/mail/texts.yml', import.meta.url)),
  jobs: mailJobs,
  mails: noticeMails,
  services: {
    mail: {
      needs: ['config', 'log', 'clock', 'jobs', 'settings', 'composition'],
      create: ({ composition, ...needed }) => createMail({ ...needed, translations: () => composition.translations }),
      start: mail => mail.checkTemplates(),
    },
  },
})
