import type { Translations } from '@platform/plugin-sdk'

/**
 * `translations`: texts by language and key, here or in a file whose path is given. Use a key for each text people
 * read.
 */
export const translations: Translations = {
  en: { example: { greeting: 'Welcome, {0}!' } },
  de: { example: { greeting: 'Willkommen, {0}!' } },
}
