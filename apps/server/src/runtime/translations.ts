/** Texts of all plugins, by language and key. */
export interface Translations {
  /** Those that some text is in, such as `de`. */
  readonly languages: readonly string[]
  /** The text of a key in a language, else in English, else the key; `{0}`, `{1}` ... are replaced. */
  text(language: string, key: string, ...replacements: readonly unknown[]): string
}
