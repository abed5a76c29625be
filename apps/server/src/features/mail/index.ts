import { fileURLToPath } from 'node:url'
import { defineFeature } from '../../contract/loaded-plugin.ts'

/** The texts of the mails the platform sends. */
export const mailFeature = defineFeature('mail', {
  translations: fileURLToPath(new URL('../../../assets/mail/texts.yml', import.meta.url)),
})
