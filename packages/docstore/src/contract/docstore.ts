import type { Collection, Session } from './collection.ts'
import type { Filter } from './filter.ts'
import type { CollectionIndexes, IndexPlan } from './indexes.ts'

/** How `connectDocstore` opens a store. */
export interface DocstoreOptions {
  /** Gets one line for each thing an operator should know. */
  readonly log?: (message: string) => void
  /** Called when the store can no longer be written safely, e.g. because its file is damaged. */
  readonly onFatal?: (error: Error) => void
  /** Milliseconds a transaction's callback may take in the embedded store. Default 5000. */
  readonly transactionDeadline?: number
  /** Milliseconds between two rounds of removing expired documents in the embedded store. Default 60000. */
  readonly upkeepInterval?: number
  /** Writes that may wait in the embedded store before more are refused with `DOCSTORE_BUSY`. Default 10000. */
  readonly maxWaitingWrites?: number
}

/** Figures of the embedded store since it was opened. */
export interface WriteStatistics {
  /** Writes and transactions that were done. */
  readonly writes: number
  /** Commits, each with one flush to disk, that they took. */
  readonly commits: number
}

/** The plan of a find, in one shape for both stores. */
export interface FindExplanation {
  /** Every access to the collection goes through an index. */
  readonly usesIndex: boolean
  /** Documents looked at, where the store tells. */
  readonly examined?: number
  /** The store's own words. */
  readonly plan: readonly string[]
}

/** What `firstOfEach` shall find. */
export interface FirstOfEachQuery<T extends object> {
  /** Usually holds `{ [by]: { $in: [...] } }`. */
  readonly filter: Filter<T>
  /** The field whose value makes a group. */
  readonly by: string
  readonly sort: { readonly [path: string]: 1 | -1 }
  /** Documents per group. */
  readonly limit: number
  readonly projection?: { readonly [path: string]: 0 | 1 }
  readonly session?: Session
}

/** The document store of the platform. */
export interface Docstore {
  readonly kind: 'mongodb' | 'sqlite'
  /** For log lines, e.g. `sqlite ./data/platform.db`; never holds credentials. */
  readonly description: string
  collection<T extends object>(name: string): Collection<T>
  /**
   * Makes the indexes of the declared collections what is declared: creates what is missing, replaces what changed,
   * drops what is no longer declared. Collections that are not named are left alone.
   *
   * @throws DocstoreError `DOCSTORE_INDEX_DUPLICATES` with the values in the way of a unique index
   */
  reconcileIndexes(declared: readonly CollectionIndexes[], options?: { readonly dryRun?: boolean }): Promise<IndexPlan>
  /**
   * All or nothing: when `work` throws, or an operation in it fails, nothing of it is kept. Operations take part when
   * they are given `{ session }`. With MongoDB `work` may run again after a transient error; what shall happen once, and
   * only when the documents are stored, is registered by `session.onCommit`.
   *
   * @example
   * await docstore.transaction(async (session) => {
   *   await comments.insertOne(comment, { session })
   *   await assets.updateOne({ _id: comment.asset_id }, { $inc: { count: 1 } }, { session })
   * })
   */
  transaction<R>(work: (session: Session) => Promise<R>): Promise<R>
  /** Resolves when the store answers. */
  ping(): Promise<void>
  close(): Promise<void>
  /** Figures of the embedded store; with MongoDB the server keeps its own. */
  statistics?(): WriteStatistics
}
