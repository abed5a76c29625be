import type { IncomingMessage as Request } from 'node:http'
import accepts from 'accepts'
import { currentServices } from '../../runtime/current.ts'

const LANGUAGE = 'en'

type Text = (key: string, ...replacements: unknown[]) => string

/** The texts in one language, such as `de`. */
function textIn(language: string): Text {
  return (key, ...replacements) => currentServices().composition.translations.text(language, key, ...replacements)
}

/** Texts of the platform and its plugins, for plugins that import `services/i18n`. */
export const i18n = {
  /** A text in English. */
  t: (key: string, ...replacements: unknown[]): string => textIn(LANGUAGE)(key, ...replacements),
  /** The texts in the language that a request prefers among those that have texts. */
  request: (req: Request) =>
    textIn(accepts(req).language([LANGUAGE, ...currentServices().composition.translations.languages]) || LANGUAGE),
  in: textIn,
}

export default i18n
export { i18n as 'module.exports' }
