import type { Filter } from './filter.ts'
import type { Hold } from './hold.ts'

/**
 * One index of a collection, declared beside its model.
 *
 * @example
 * { name: 'asset_newest', keys: { asset_id: 1, created_at: -1 } }
 * { name: 'profile', keys: { 'profiles.provider': 1, 'profiles.id': 1 }, unique: true, multikey: true,
 *   partial: { 'profiles.id': { $exists: true } } }
 */
export interface IndexDeclaration {
  /** The name, which is unique in the collection. */
  readonly name: string
  /** Paths in order, `1` ascending or `-1` descending. */
  readonly keys: { readonly [path: string]: 1 | -1 }
  /** Refuses two documents with the same keys. A missing value equals `null`. */
  readonly unique?: boolean
  /** Only documents that match are indexed: `$eq`, `$exists: true`, `$gt(e)`, `$lt(e)`, `$type`, `$in`, `$and`. */
  readonly partial?: Filter
  /** Documents are deleted this many seconds after the date at the (single) key. */
  readonly expireAfterSeconds?: number
  /** A path runs through an array, so the index has one entry for each element. */
  readonly multikey?: boolean
}

/**
 * All indexes that a collection must have.
 *
 * @example
 * const indexes: CollectionIndexes = {
 *   collection: 'comments',
 *   indexes: [{ name: 'newest', keys: { asset_id: 1, created_at: -1 } }],
 * }
 */
export interface CollectionIndexes {
  readonly collection: string
  readonly indexes: readonly IndexDeclaration[]
}

/**
 * The name of an index and of its collection.
 *
 * @example
 * const text = ({ collection, name }: IndexReference) => `${collection}.${name}`
 */
export interface IndexReference {
  readonly collection: string
  readonly name: string
  /** An index that is declared by this name now has other keys. */
  readonly isFormer?: boolean
}

/**
 * Documents that violate a unique index.
 *
 * @example
 * const first = ({ duplicates }: IndexConflict) => duplicates[0]?.keyValue
 */
export interface IndexConflict extends IndexReference {
  /** Some of the key values that several documents share. */
  readonly duplicates: readonly { readonly keyValue: Readonly<Record<string, unknown>>; readonly count: number }[]
}

/**
 * Options of `reconcileIndexes`.
 *
 * @example
 * const plan = await docstore.reconcileIndexes(declared, { dryRun: true })
 */
export interface ReconcileOptions {
  /** Only plans the changes. Default `false`. */
  readonly dryRun?: boolean
  /**
   * Keeps the indexes that are not declared any more, instead of dropping them. Default `false`. On MongoDB those that
   * are declared with other keys now stay, too, because servers of another version may need them.
   */
  readonly keepUndeclared?: boolean
  /** The hold of the lock under which this is done. The changes end when the lock is lost. */
  readonly hold?: Hold | undefined
}

/**
 * The changes that `reconcileIndexes` made, or would make without `dryRun`.
 *
 * @example
 * const plan: IndexPlan = await docstore.reconcileIndexes(declared, { dryRun: true })
 */
export interface IndexPlan {
  readonly created: readonly IndexReference[]
  readonly replaced: readonly IndexReference[]
  readonly dropped: readonly IndexReference[]
  /** The indexes that are not declared any more, and stay because of `keepUndeclared`. */
  readonly kept: readonly IndexReference[]
  readonly unchanged: readonly IndexReference[]
  /** The conflicts that a dry run found. A real run throws `DOCSTORE_INDEX_DUPLICATES` instead. */
  readonly conflicts: readonly IndexConflict[]
}
