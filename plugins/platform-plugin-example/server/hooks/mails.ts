import type { MailDefinition, Translations } from '@platform/plugin-sdk'
import { z } from 'zod'

const values = z.object({ username: z.string(), count: z.number() })

/** `mails`: mails that the plugin sends to users. An operator can replace the texts. */
const reminder: MailDefinition<typeof values> = {
  values,
  sample: { username: 'ada', count: 3 },
  subject: '{{ username }}, you have starred comments to read',
  text: 'You have starred {{ count }} comments at {{ site }}.',
}

export const mails = { 'platform-plugin-example.reminder': reminder }

/**
 * `translations`: texts by language and key, written here or in a file. Use a key for each text that users read.
 */
export const translations: Translations = {
  en: { example: { greeting: 'Welcome, {0}!' } },
  de: { example: { greeting: 'Willkommen, {0}!' } },
}
