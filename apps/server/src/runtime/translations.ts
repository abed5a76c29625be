import type { Config } from '@platform/config'

/** The texts of all features and plugins, by language and key. */
export interface Translations {
  /** The languages that have texts, such as `de`. */
  readonly languages: readonly string[]
  /** The text of a key in `de-AT`, else in `de`, else in English, else the key; `{0}`, `{1}` and so on are replaced. */
  text(language: string, key: string, ...replacements: readonly unknown[]): string
}

/** The languages in which plugins have texts and that the operator allows, the default one first. */
export function languagesOfPlugins({ languages }: Config, { languages: available }: Translations): readonly string[] {
  const { allowed, default: first } = languages
  return [first, ...available.filter(language => allowed?.includes(language) ?? true)]
}
