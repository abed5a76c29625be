import type { Filter } from './filter.ts'

/**
 * One index of a collection, declared beside its model.
 *
 * @example
 * { name: 'asset_newest', keys: { asset_id: 1, created_at: -1 } }
 * { name: 'profile', keys: { 'profiles.provider': 1, 'profiles.id': 1 }, unique: true, multikey: true,
 *   partial: { 'profiles.id': { $exists: true } } }
 */
export interface IndexDeclaration {
  /** Unique in its collection. */
  readonly name: string
  /** Paths in order, `1` ascending or `-1` descending. */
  readonly keys: { readonly [path: string]: 1 | -1 }
  /** No two documents have the same keys; missing and `null` are the same. */
  readonly unique?: boolean
  /** Only documents that match are indexed: `$eq`, `$exists: true`, `$gt(e)`, `$lt(e)`, `$type`, `$in`, `$and`. */
  readonly partial?: Filter
  /** Documents are deleted this many seconds after the date at the (single) key. */
  readonly expireAfterSeconds?: number
  /** A path runs through an array: one entry per element. */
  readonly multikey?: boolean
}

/** All the indexes that a collection shall have. */
export interface CollectionIndexes {
  readonly collection: string
  readonly indexes: readonly IndexDeclaration[]
}

/** Names an index. */
export interface IndexReference {
  readonly collection: string
  readonly name: string
}

/** Documents that stand in the way of a unique index. */
export interface IndexConflict extends IndexReference {
  /** Some of the key values that several documents share. */
  readonly duplicates: readonly { readonly keyValue: Readonly<Record<string, unknown>>; readonly count: number }[]
}

/** What `reconcileIndexes` did, or with `dryRun` would do. */
export interface IndexPlan {
  readonly created: readonly IndexReference[]
  readonly replaced: readonly IndexReference[]
  readonly dropped: readonly IndexReference[]
  readonly unchanged: readonly IndexReference[]
  /** Only ever filled by a dry run: a real run throws `DOCSTORE_INDEX_DUPLICATES`. */
  readonly conflicts: readonly IndexConflict[]
}
