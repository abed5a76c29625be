import type { Db, TransactionOptions as DriverOptions, MongoClient } from 'mongodb'
import { grantAbilities } from '../abilities.ts'
import { CommitListeners } from '../commit-listeners.ts'
import type { Collection, Session } from '../contract/collection.ts'
import type { Docstore, DocstoreOptions, TransactionOptions } from '../contract/docstore.ts'
import type { Hold } from '../contract/hold.ts'
import type { CollectionIndexes, IndexPlan, ReconcileOptions } from '../contract/indexes.ts'
import { DocstoreError } from '../errors.ts'
import { Queues } from '../queues.ts'
import { refuseUnsafe } from '../refuse.ts'
import { explainFind } from './explain.ts'
import { firstOfEachGroup } from './first-of-each.ts'
import { guarded } from './guard.ts'
import { exclusively } from './lock.ts'
import { reconcileIndexes } from './reconcile.ts'
import { withCommitListeners } from './session.ts'
import { UnansweredWrites } from './unanswered.ts'

/** Milliseconds after which a transaction is given up that waits for others, or fails because of them. */
const TRANSACTION_DEADLINE = 20_000
/** Milliseconds without a sign of life after which the process that holds a lock counts as gone. */
const LOCK_PATIENCE = 15_000

/** What a transaction reads is of one time, on the primary, whatever the URL says of other reads. */
const TRANSACTION: DriverOptions = {
  readPreference: 'primary',
  readConcern: { level: 'snapshot' },
  maxCommitTimeMS: 10_000,
}

interface MongoParts extends Pick<DocstoreOptions, 'log' | 'warn' | 'lockPatience'> {
  readonly client: MongoClient
  readonly database: Db
  /** Makes a connection for work that may take very long. */
  readonly indexing: () => MongoClient
}

/** The document store of a MongoDB deployment. */
export class MongoDocstore implements Docstore {
  readonly kind = 'mongodb'
  readonly description: string
  readonly #client: MongoClient
  readonly #database: Db
  readonly #parts: MongoParts
  readonly #queues = new Queues()
  readonly #unanswered: UnansweredWrites

  constructor(parts: MongoParts) {
    const { client, database } = parts
    this.#parts = parts
    this.#client = client
    this.#database = database
    this.#unanswered = new UnansweredWrites(client)
    this.description = `mongodb ${client.options.srvHost ?? client.options.hosts.join(',')}/${database.databaseName}`
  }

  collection<T extends object>(name: string): Collection<T> {
    const collection = guarded(this.#unanswered.watch(this.#database.collection(name)))
    grantAbilities(collection, {
      firstOfEach: async query => {
        refuseUnsafe(query.filter)
        return firstOfEachGroup(collection, query)
      },
      explainFind: async (filter, options) => explainFind(collection, { filter, options }),
    })
    // This is the driver's own object. The interface has only the methods that both stores share.
    return collection as unknown as Collection<T>
  }

  async collectionNames(): Promise<readonly string[]> {
    const found = await this.#database.listCollections({}, { nameOnly: true }).toArray()
    return found.map(({ name }) => name)
  }

  async reconcileIndexes(declared: readonly CollectionIndexes[], options: ReconcileOptions = {}): Promise<IndexPlan> {
    if (options.dryRun) return reconcileIndexes(this.#database, declared, options)
    const client = this.#parts.indexing()
    try {
      return await reconcileIndexes(client.db(this.#database.databaseName), declared, options)
    } finally {
      await client.close()
    }
  }

  async exclusively<R>(name: string, work: (hold?: Hold) => Promise<R>): Promise<R> {
    const { log = () => {}, warn = log, lockPatience: patience = LOCK_PATIENCE } = this.#parts
    return exclusively(this.#database, { name, work }, { patience, warn })
  }

  async transaction<R>(work: (session: Session) => Promise<R>, { queue }: TransactionOptions = {}): Promise<R> {
    const end = performance.now() + TRANSACTION_DEADLINE
    if (queue === undefined) return this.#transaction(work, end)
    return this.#queues.after(queue, async () => {
      if (performance.now() > end) throw tooMany(queue)
      return this.#transaction(work, end)
    })
  }

  async #transaction<R>(work: (session: Session) => Promise<R>, end: number): Promise<R> {
    const listeners = new CommitListeners(this.#parts.log)
    let attempts = 0
    let isDone = false
    const attempt = async (session: Session): Promise<R> => {
      listeners.clear()
      attempts += 1
      isDone = false
      if (attempts > 1 && performance.now() > end) throw tooOften(attempts)
      const result = await work(session)
      isDone = true
      return result
    }
    const result = await this.#unanswered.during(
      () =>
        this.#client.withSession(session => {
          const own = withCommitListeners(session, listeners)
          return session.withTransaction(() => attempt(own), TRANSACTION)
        }),
      () => isDone,
    )
    listeners.call()
    return result
  }

  onUnansweredWrite(listener: () => void): void {
    this.#unanswered.listen(listener)
  }

  async ping(): Promise<void> {
    await this.#database.command({ ping: 1 })
  }

  async close(): Promise<void> {
    await this.#client.close()
  }
}

const tooMany = (queue: string) =>
  new DocstoreError(
    'DOCSTORE_BUSY',
    `Too many transactions change ${queue}; one waited ${TRANSACTION_DEADLINE} ms for them`,
  )

const tooOften = (attempts: number) =>
  new DocstoreError(
    'DOCSTORE_TRANSACTION_TIMEOUT',
    `A transaction was tried ${attempts - 1} times in ${TRANSACTION_DEADLINE} ms, and others kept it from being stored`,
  )
