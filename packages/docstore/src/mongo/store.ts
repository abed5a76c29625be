import type { Db, MongoClient } from 'mongodb'
import { grantAbilities } from '../abilities.ts'
import { CommitListeners } from '../commit-listeners.ts'
import type { Collection, Session } from '../contract/collection.ts'
import type { Docstore } from '../contract/docstore.ts'
import type { CollectionIndexes, IndexPlan, ReconcileOptions } from '../contract/indexes.ts'
import { refuseUnsafe } from '../refuse.ts'
import { explainFind } from './explain.ts'
import { firstOfEachGroup } from './first-of-each.ts'
import { guarded } from './guard.ts'
import { reconcileIndexes } from './reconcile.ts'
import { withCommitListeners } from './session.ts'

/** The document store of a MongoDB deployment. */
export class MongoDocstore implements Docstore {
  readonly kind = 'mongodb'
  readonly description: string
  readonly #client: MongoClient
  readonly #database: Db
  readonly #log: ((message: string) => void) | undefined

  constructor(client: MongoClient, database: Db, log?: (message: string) => void) {
    this.#log = log
    this.#client = client
    this.#database = database
    this.description = `mongodb ${client.options.srvHost ?? client.options.hosts.join(',')}/${database.databaseName}`
  }

  collection<T extends object>(name: string): Collection<T> {
    const collection = guarded(this.#database.collection(name))
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

  async reconcileIndexes(declared: readonly CollectionIndexes[], options: ReconcileOptions = {}): Promise<IndexPlan> {
    return reconcileIndexes(this.#database, declared, options)
  }

  async transaction<R>(work: (session: Session) => Promise<R>): Promise<R> {
    const listeners = new CommitListeners(this.#log)
    const result = await this.#client.withSession(session => {
      const own = withCommitListeners(session, listeners)
      return session.withTransaction(() => {
        listeners.clear()
        return work(own)
      })
    })
    listeners.call()
    return result
  }

  async ping(): Promise<void> {
    await this.#database.command({ ping: 1 })
  }

  async close(): Promise<void> {
    await this.#client.close()
  }
}
