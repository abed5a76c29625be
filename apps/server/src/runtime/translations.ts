/** The texts of all features and plugins, by language and key. */
export interface Translations {
  /** The languages that have texts, such as `de`. */
  readonly languages: readonly string[]
  /** The text of a key in a language, else in English, else the key; `{0}`, `{1}` and so on are replaced. */
  text(language: string, key: string, ...replacements: readonly unknown[]): string
}
