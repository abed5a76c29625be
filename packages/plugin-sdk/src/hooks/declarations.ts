/**
 * An index that the plugin's queries need. The server creates it when it starts.
 *
 * @example
 * const index: IndexDeclaration = {
 *   collection: 'comments',
 *   name: 'asset_volume',
 *   keys: { asset_id: 1, 'metadata.volume': -1 },
 * }
 */
export interface IndexDeclaration {
  readonly collection: string
  readonly name: string
  readonly keys: Readonly<Record<string, 1 | -1>>
  readonly unique?: boolean
  /**
   * Only documents that match are indexed: `$eq`, `$exists: true`, `$gt(e)`, `$lt(e)`, `$type`, `$in` and `$and`. With
   * `{ 'action_counts.wave': { $gt: 0 } }` the comments with an action are listed on a site of any size.
   */
  readonly partial?: Readonly<Record<string, unknown>>
}

/**
 * Texts by key, nested to any depth; `t('people.created')` reads `{ people: { created: ... } }`.
 *
 * @example
 * const texts: TranslationTexts = { people: { created: '{0} has joined' } }
 */
export interface TranslationTexts {
  readonly [key: string]: string | TranslationTexts
}

/**
 * Absolute path of a YAML or JSON language file, or its content: language → key → text.
 *
 * @example
 * const translations: Translations = {
 *   en: { people: { created: '{0} has joined' } },
 *   de: { people: { created: '{0} ist da' } },
 * }
 */
export type Translations = string | Readonly<Record<string, TranslationTexts>>

/**
 * Parts of the platform by branch and name (`connectors.services.Users`). Their types come with `@platform/server`,
 * which adds the branches to this interface; without that package each part is `unknown`.
 *
 * @example
 * const connect = (connectors: Connectors) => { console.log(Object.keys(connectors)) }
 */
export interface Connectors {
  readonly [branch: string]: unknown
}
