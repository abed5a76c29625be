import { fileURLToPath } from 'node:url'
import { z } from 'zod'
import { defineFeature } from '../../contract/define-feature.ts'
import { featureMails, type InputsOf, name, text } from './feature-mail.ts'
import { createMail, type MailService, mailJobs } from './service.ts'

/** A mail whose subject and text the sender writes. */
export const noticeMails = featureMails(import.meta.url, {
  notice: {
    values: z.object({ subject: name, body: text }),
    sample: { subject: 'A subject', body: 'Two lines\nof text' },
  },
})

declare module '@platform/plugin-sdk' {
  interface Services {
    readonly mail: MailService
  }
  interface MailInputs extends InputsOf<typeof noticeMails> {}
}

/** Mails: their queue, their templates and the connection to the mail server. */
export const mailFeature = defineFeature({
  name: 'mail',
  translations: fileURLToPath(new URL('./mail/texts.json', import.meta.url)),
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
