import {
  type Collection,
  type MongoClient,
  MongoError,
  MongoErrorLabel,
  MongoServerSelectionError,
  MongoWriteConcernError,
} from 'mongodb'
import { isDocstoreOutage } from '../outage.ts'

type Method = (...parameters: unknown[]) => Promise<unknown>

const WRITES = [
  ...(['insertOne', 'insertMany', 'bulkWrite', 'updateOne', 'updateMany', 'replaceOne', 'deleteOne'] as const),
  ...(['deleteMany', 'findOneAndUpdate', 'findOneAndReplace', 'findOneAndDelete'] as const),
]
/** Errors of operations that were not sent, because there was no connection for them. */
const NOT_SENT = new Set([
  'MongoWaitQueueTimeoutError',
  'MongoPoolClearedError',
  'MongoPoolClosedError',
  'MongoNotConnectedError',
  'MongoClientClosedError',
  'MongoTopologyClosedError',
])

/**
 * Notices writes that fail without an answer of the server, because a connection broke or was silent. They may be
 * stored all the same.
 */
export class UnansweredWrites {
  readonly #listeners: (() => void)[] = []
  /** How many times connections broke while they were in use. */
  #breaks = 0

  constructor(client: MongoClient) {
    client.on('connectionPoolCleared', () => {
      this.#breaks += 1
    })
  }

  listen(listener: () => void): void {
    this.#listeners.push(listener)
  }

  /** Watches the writes of a collection. Those of a transaction are stored by its commit alone. */
  watch(collection: Collection): Collection {
    for (const name of WRITES) {
      const method = (collection[name] as Method).bind(collection)
      const value = (...parameters: unknown[]) =>
        isInTransaction(parameters.at(-1)) ? method(...parameters) : this.during(() => method(...parameters))
      Object.defineProperty(collection, name, { value, configurable: true })
    }
    return collection
  }

  /** Does a write, or a transaction of which `isSent` says whether its commit was sent. */
  async during<R>(write: () => Promise<R>, isSent = () => true): Promise<R> {
    const breaks = this.#breaks
    try {
      return await write()
    } catch (error) {
      // The driver sends a write once more. When it finds no server for that, its error says only so.
      const isLost = isSent() && (this.#breaks > breaks || !(error instanceof MongoServerSelectionError))
      if (isLost && isWithoutAnswer(error)) for (const listener of this.#listeners) listener()
      throw error
    }
  }
}

function isWithoutAnswer(error: unknown): boolean {
  if (error instanceof MongoError && error.hasErrorLabel(MongoErrorLabel.TransientTransactionError)) return false
  if (error instanceof MongoWriteConcernError) return true
  return isDocstoreOutage(error) && !NOT_SENT.has((error as Error).name)
}

function isInTransaction(options: unknown): boolean {
  return typeof options === 'object' && options !== null && 'session' in options && options.session !== undefined
}
