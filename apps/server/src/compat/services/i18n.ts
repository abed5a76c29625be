import type { IncomingMessage as Request } from 'node:http'
import accepts from 'accepts'
import { currentServices } from '../../runtime/current-services.ts'
import { languagesOfPlugins } from '../../runtime/translations.ts'

type Text = (key: string, ...replacements: unknown[]) => string

const defaultLanguage = (): string => currentServices().config.languages.default

/** The texts in one language, such as `de`. */
function textIn(language: string): Text {
  return (key, ...replacements) => currentServices().composition.translations.text(language, key, ...replacements)
}

/** Texts of the platform and its plugins, for plugins that import `services/i18n`. */
export const i18n = {
  /** A text in the default language. */
  t: (key: string, ...replacements: unknown[]): string => textIn(defaultLanguage())(key, ...replacements),
  /** The texts in the language that a request prefers among those that have texts. */
  request(req: Request) {
    const { composition, config } = currentServices()
    const languages = languagesOfPlugins(config, composition.translations)
    return textIn(accepts(req).language([...languages]) || defaultLanguage())
  },
  in: textIn,
}

export default i18n
export { i18n as 'module.exports' }
