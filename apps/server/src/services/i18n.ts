import { currentPlatform } from '../boot/current.ts'

const LANGUAGE = 'en'

/** Texts of the platform and its plugins, for plugins that import `services/i18n`. */
export const i18n = {
  t: (key: string, ...replacements: unknown[]): string => currentPlatform().translations.text(LANGUAGE, key, ...replacements),
}

export default i18n
export { i18n as 'module.exports' }
