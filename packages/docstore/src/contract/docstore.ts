import type { Collection, Session } from './collection.ts'
import type { Filter } from './filter.ts'
import type { Hold } from './hold.ts'
import type { CollectionIndexes, IndexPlan, ReconcileOptions } from './indexes.ts'

/**
 * Options of `connectDocstore`.
 *
 * @example
 * const options: DocstoreOptions = { log: console.log, onFatal: () => process.exit(70) }
 */
export interface DocstoreOptions {
  /** Called with one line for each event that an operator should know. */
  readonly log?: (message: string) => void
  /** Called with one line for each problem that an operator should solve or wait for. By default `log` is called. */
  readonly warn?: (message: string) => void
  /** Called when writing to the store is no longer safe, for example because its file is damaged. */
  readonly onFatal?: (error: Error) => void
  /** Longest time in milliseconds for the callback of a transaction, in the embedded store. @defaultValue 5000 */
  readonly transactionDeadline?: number
  /** Milliseconds between two removals of expired documents, in the embedded store. @defaultValue 60_000 */
  readonly upkeepInterval?: number
  /** Most writes that may wait in the embedded store. More are refused with `DOCSTORE_BUSY`. @defaultValue 10_000 */
  readonly maxWaitingWrites?: number
  /**
   * Bytes that the write-ahead log of the embedded store may grow to while another process reads the file; beyond them
   * writes are refused with `DOCSTORE_BUSY`. Default 1 GiB.
   */
  readonly maxLogBytes?: number
  /**
   * Milliseconds without a sign of life after which a process that holds a lock of `exclusively` counts as gone, with
   * MongoDB. @defaultValue 15_000
   */
  readonly lockPatience?: number
}

/**
 * Numbers of writes and commits since the embedded store was opened.
 *
 * @example
 * const perCommit = ({ writes, commits }: WriteStatistics) => writes / commits
 */
export interface WriteStatistics {
  /** The number of completed writes and transactions. */
  readonly writes: number
  /** The number of commits for them, each with one flush to disk. */
  readonly commits: number
}

/**
 * The plan of a find, with the same properties for both stores.
 *
 * @example
 * const { usesIndex }: FindExplanation = await explainFind(comments, { asset_id: 'a' })
 */
export interface FindExplanation {
  /** `true` when every access to the collection goes through an index. */
  readonly usesIndex: boolean
  /** The number of documents that were read; the embedded store does not count them. */
  readonly examined?: number
  /** The plan in the store's own words. */
  readonly plan: readonly string[]
}

/**
 * The query of `firstOfEach`.
 *
 * @example
 * const query: FirstOfEachQuery<Comment> = {
 *   filter: { parent_id: { $in: ids } },
 *   by: 'parent_id',
 *   sort: { created_at: 1 },
 *   limit: 3,
 * }
 */
export interface FirstOfEachQuery<T extends object> {
  /** A filter, which usually contains `{ [by]: { $in: [...] } }`. */
  readonly filter: Filter<T>
  /** The field by whose value documents are grouped. */
  readonly by: string
  readonly sort: { readonly [path: string]: 1 | -1 }
  /** The most documents of one group. */
  readonly limit: number
  readonly projection?: { readonly [path: string]: 0 | 1 }
  readonly session?: Session
  /** The longest that the read may take, as in `ReadOptions`. */
  readonly maxTimeMS?: number
}

/**
 * Options of a transaction.
 *
 * @example
 * await docstore.transaction(session => count(asset, session), { queue: `assets/${asset.id}` })
 */
export interface TransactionOptions {
  /**
   * Transactions of one queue run one after the other within a process. It is named after the document that many of
   * them change at the same time. In MongoDB all but one of those would fail, and be tried again and again. The
   * embedded store has a single queue for all.
   */
  readonly queue?: string
}

/**
 * The document store of the platform.
 *
 * @example
 * const usersOf = (docstore: Docstore) => docstore.collection<User>('users')
 */
export interface Docstore {
  readonly kind: 'mongodb' | 'sqlite'
  /** The name of the store for the log, such as `sqlite ./data/platform.db`; without credentials. */
  readonly description: string
  collection<T extends object>(name: string): Collection<T>
  /** The names of all collections that are stored, in no order. */
  collectionNames(): Promise<readonly string[]>
  /**
   * Changes the indexes of the named collections to those declared: it creates missing ones, replaces changed ones and
   * drops those that are no longer declared, unless `keepUndeclared` keeps them. Other collections do not change.
   *
   * @throws DocstoreError `DOCSTORE_INDEX_DUPLICATES` with the values that violate a unique index
   */
  reconcileIndexes(declared: readonly CollectionIndexes[], options?: ReconcileOptions): Promise<IndexPlan>
  /**
   * Runs a transaction: when `work` throws, or an operation in it fails, no change is stored. An operation belongs to
   * the transaction when it gets `{ session }`. With MongoDB `work` may run again after a transient error. Register
   * work that must happen once, and only after the documents are stored, by `session.onCommit`.
   *
   * @example
   * await docstore.transaction(async (session) => {
   *   await comments.insertOne(comment, { session })
   *   await assets.updateOne({ _id: comment.asset_id }, { $inc: { count: 1 } }, { session })
   * })
   */
  transaction<R>(work: (session: Session) => Promise<R>, options?: TransactionOptions): Promise<R>
  /**
   * Does work that only one process at a time may do, such as changing stored records to a new form; others wait until
   * it is done. When a process is killed in it, another one goes on.
   *
   * @param work gets a hold, by which it finds out that it has lost the lock; in the embedded store it gets none,
   * because that can't lose it.
   * @throws DocstoreError `DOCSTORE_LOCK_LOST` when the lock was lost before the work was done
   *
   * @example
   * await docstore.exclusively('migrations', hold => docstore.reconcileIndexes(declared, { hold }))
   */
  exclusively<R>(name: string, work: (hold?: Hold) => Promise<R>): Promise<R>
  /** Resolves when the store answers and, in the embedded store, when the disk stores writes. */
  ping(): Promise<void>
  close(): Promise<void>
  /**
   * Has a function called when a write fails without an answer, so that nobody knows whether it is stored: what was
   * read before may be outdated. The embedded store always knows, so it has no such method.
   *
   * @example
   * docstore.onUnansweredWrite?.(() => cache.clear())
   */
  onUnansweredWrite?(listener: () => void): void
  /** Numbers of the embedded store. MongoDB counts in the server, so its store has no such method. */
  statistics?(): WriteStatistics
  /**
   * Gives back what the embedded store keeps in memory to be fast, such as pages and prepared statements. They come
   * back with use.
   */
  releaseMemory?(): void
}
