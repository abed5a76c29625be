import { fromText, Refusal } from './from-text.ts'

const EXAMPLES = 'such as en, de or pt-BR'

/**
 * Gives the canonical form of a language tag, and `undefined` for any other text. `pt_BR` is read as `pt-BR`.
 *
 * @example
 * languageTag('PT_br') // 'pt-BR'
 */
export function languageTag(text: string): string | undefined {
  if (!/^[a-z]{2,3}(?:[-_][a-z0-9]{2,8}){0,3}$/i.test(text)) return undefined
  try {
    return Intl.getCanonicalLocales(text.replaceAll('_', '-'))[0]
  } catch {
    return undefined
  }
}

function read(text: string): string {
  const tag = languageTag(text)
  if (tag === undefined) throw new Refusal(`must be the tag of a language, ${EXAMPLES}`)
  return tag
}

export const language = fromText(read)

/** Language tags joined by commas. */
export const languages = fromText(text => {
  try {
    return [...new Set(text.split(',').map(part => read(part.trim())))]
  } catch (error) {
    throw error instanceof Refusal ? new Refusal(`must be tags of languages joined by commas, ${EXAMPLES}`) : error
  }
})
