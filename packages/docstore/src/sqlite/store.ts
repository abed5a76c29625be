import { AsyncLocalStorage } from 'node:async_hooks'
import { grantAbilities } from '../abilities.ts'
import { CommitListeners } from '../commit-listeners.ts'
import type { Collection, Session } from '../contract/collection.ts'
import type { Docstore, WriteStatistics } from '../contract/docstore.ts'
import type { CollectionIndexes, IndexPlan, ReconcileOptions } from '../contract/indexes.ts'
import { DocstoreError } from '../errors.ts'
import { Queues } from '../queues.ts'
import { refuseUnsafe } from '../refuse.ts'
import type { Catalog } from './catalog.ts'
import type { Checkpoints } from './checkpoint.ts'
import { SqliteCollection } from './collection.ts'
import type { CollectionStore } from './collection-store.ts'
import type { Connection } from './connection.ts'
import type { Doc } from './document.ts'
import { firstOfEachGroup } from './first-of-each.ts'
import { type LongRead, shortResult } from './long-read.ts'
import { LongReads } from './long-reads.ts'
import { collectionOf } from './name.ts'
import { operandOf } from './operands.ts'
import type { WriteQueue } from './queue.ts'
import { explainOf } from './read.ts'
import { ReadPauses } from './read-pauses.ts'
import { planIndexes, reconcile } from './reconcile.ts'
import { runningTransaction, runTransaction, SqliteSession } from './session.ts'
import { type Stream, type StreamedFind, Streams } from './streams.ts'
import type { Target } from './write.ts'

/** The most long writes that are waiting or at work. */
const MOST_LONG_WRITES = 100

/** The parts of an open store. */
export interface StoreParts {
  readonly path: string
  readonly writer: Connection
  readonly reader: Connection
  readonly catalog: Catalog
  readonly queue: WriteQueue
  readonly checkpoints: Checkpoints
  readonly transactionDeadline: number
  /** Called with the error of a function that was registered by `onCommit`. */
  readonly log: ((message: string) => void) | undefined
  /** Is told when a read or a write finds that the file is damaged. */
  readonly onDamage: (error: DocstoreError) => void
  readonly stopTimers: () => void
  /** Releases the lock of the file. */
  readonly unlock: () => void
}

/** The embedded document store, in one SQLite file. */
export class SqliteDocstore implements Docstore {
  readonly kind = 'sqlite'
  readonly description: string
  readonly #parts: StoreParts
  readonly #store: CollectionStore
  readonly #pauses = new ReadPauses()
  readonly #streams: Streams
  readonly #long: LongReads
  readonly #longWrites = new Queues(MOST_LONG_WRITES)
  readonly #exclusive = new Queues()
  #closing: Promise<void> | undefined

  constructor(parts: StoreParts) {
    this.#parts = parts
    this.description = `sqlite ${parts.path}`
    this.#long = new LongReads(parts.path, parts.onDamage)
    this.#streams = new Streams(parts.path, parts.onDamage)
    const pauses = this.#pauses
    parts.checkpoints.onLong = () => this.#streams.endLong()
    this.#store = {
      schemaOf: name => parts.catalog.schemaOf(name),
      read: (session, work) => this.#readInTurn(session, work),
      readApart: (read, milliseconds) => this.#readApart(read, milliseconds),
      openStream: find => this.#openStream(find),
      get turn() {
        return pauses.next
      },
      inTurn: (name, work) => this.#longWrites.after(name, work),
      write: (session, name, work) => this.#write(session, name, work),
    }
  }

  collection<T extends object>(name: string): Collection<T> {
    this.#parts.catalog.schemaOf(name)
    const collection = new SqliteCollection<T>(this.#store, name)
    const schema = () => this.#parts.catalog.schemaOf(name)
    grantAbilities(collection, {
      firstOfEach: async query => {
        refuseUnsafe(query.filter)
        if (query.session)
          return this.#readInTurn(query.session, connection => firstOfEachGroup(connection, schema(), query))
        const read = { kind: 'first of each', collection: name, query } as const
        return (await this.#readApart(read, query.maxTimeMS)) as object[]
      },
      explainFind: async (filter, { session, sort, skip, limit }) => {
        refuseUnsafe(filter)
        return this.#read(session, connection => explainOf(connection, schema(), { filter, sort, skip, limit }))
      },
    })
    return collection
  }

  async collectionNames(): Promise<readonly string[]> {
    return this.#readInTurn(undefined, connection =>
      connection.all("SELECT name FROM sqlite_schema WHERE type = 'table'").flatMap(([name]) => {
        const collection = collectionOf(String(name))
        return collection === null ? [] : [collection]
      }),
    )
  }

  async reconcileIndexes(declared: readonly CollectionIndexes[], options: ReconcileOptions = {}): Promise<IndexPlan> {
    const { writer, catalog, queue } = this.#parts
    if (options.dryRun)
      return this.#read(undefined, connection => planIndexes(connection, catalog, { declared, ...options }))
    return queue.enqueue(
      () => reconcile(writer, catalog, { declared, ...options }),
      () => catalog.forget(declared.map(({ collection }) => collection)),
    )
  }

  /** The file is open in one process only, so that only its own callers wait for each other. */
  async exclusively<R>(name: string, work: () => Promise<R>): Promise<R> {
    return this.#exclusive.after(name, work)
  }

  async transaction<R>(work: (session: Session) => Promise<R>): Promise<R> {
    this.#refuseForgottenSession()
    const { writer, queue, transactionDeadline, log } = this.#parts
    // The callback runs in the caller's asynchronous context, not in that of the call that started the queue.
    const inCallersContext = AsyncLocalStorage.snapshot()
    const listeners = new CommitListeners(log)
    const result = await queue.enqueue(() =>
      inCallersContext(() => runTransaction(new SqliteSession(writer, listeners), work, transactionDeadline)),
    )
    listeners.call()
    return result
  }

  async ping(): Promise<void> {
    this.#read(undefined, connection => connection.get('SELECT 1'))
    const { queue, writer } = this.#parts
    await queue.proveWritable(() => rewriteVersion(writer))
  }

  statistics(): WriteStatistics {
    return this.#parts.queue.statistics
  }

  releaseMemory(): void {
    if (this.#closing) return
    for (const connection of [this.#parts.writer, this.#parts.reader]) connection.releaseMemory()
  }

  async close(): Promise<void> {
    this.#closing ??= this.#close()
    return this.#closing
  }

  async #close(): Promise<void> {
    const { queue, checkpoints, reader, writer, stopTimers, unlock } = this.#parts
    stopTimers()
    await queue.close()
    await checkpoints.close()
    await this.#long.close()
    await this.#streams.close()
    // SQLite moves the log into the file with the last connection that can write, but not what the disk may have lost.
    for (const connection of queue.isLost ? [writer, reader] : [reader, writer]) connection.close()
    unlock()
  }

  #read<R>(session: Session | undefined, work: (connection: Connection) => R): R {
    if (this.#closing) throw new DocstoreError('DOCSTORE_CLOSED', 'The document store is closed')
    if (!session) return work(this.#parts.reader)
    const own = ownSession(session)
    return own.perform(() => work(own.connection))
  }

  /** Reads now, or after a turn of the event loop when reads have gone on for long. */
  #readInTurn<R>(session: Session | undefined, work: (connection: Connection) => R): R | Promise<R> {
    const turn = this.#pauses.next
    return turn ? turn.then(() => this.#read(session, work)) : this.#read(session, work)
  }

  #readApart(read: LongRead, milliseconds: number | undefined): unknown {
    const short = this.#readInTurn(undefined, connection =>
      shortResult({ connection, schemaOf: this.#store.schemaOf }, read),
    )
    return short && !(short instanceof Promise) ? short[0] : this.#readInThread(short, { read, milliseconds })
  }

  async #readInThread(
    short: Promise<readonly [unknown] | undefined> | undefined,
    { read, milliseconds }: { readonly read: LongRead; readonly milliseconds: number | undefined },
  ): Promise<unknown> {
    const found = await short
    if (found) return found[0]
    const { catalog, queue } = this.#parts
    // A thread is sent plain values only; an object of a class would arrive there as another one.
    const result = await this.#long.run(operandOf(read) as LongRead, catalog.schemaOf(read.collection), milliseconds)
    // The thread may have seen a commit that is not on disk yet.
    await queue.settled()
    return result
  }

  async #write<R>(session: Session | undefined, name: string, work: (target: Target) => R): Promise<R> {
    const { writer, catalog, queue } = this.#parts
    const run = (): R => work({ connection: writer, schema: catalog.writableSchemaOf(writer, name) })
    if (session) return ownSession(session).perform(run)
    this.#refuseForgottenSession()
    return queue.enqueue(run)
  }

  /** Refuses a write without a session inside a transaction. It would wait for the transaction, which waits for it. */
  #refuseForgottenSession(): void {
    if (!runningTransaction.getStore()?.inTransaction()) return
    throw new DocstoreError(
      'DOCSTORE_SESSION_MISSING',
      'A write inside transaction() has no { session }; pass the session of the transaction',
    )
  }

  async #openStream(find: StreamedFind): Promise<readonly Doc[] | Stream> {
    const short = await this.#readInTurn(undefined, connection =>
      shortResult({ connection, schemaOf: this.#store.schemaOf }, find),
    )
    if (short) return short[0] as Doc[]
    const stream = await this.#streams.open(operandOf(find) as StreamedFind)
    try {
      // The snapshot that the thread reads may have a commit that is not on disk yet.
      await this.#parts.queue.settled()
      return stream
    } catch (error) {
      stream.release()
      throw error
    }
  }
}

/** Changes a page of the file, and nothing that the file says. */
function rewriteVersion(writer: Connection): void {
  const [version] = writer.get('PRAGMA user_version') ?? []
  writer.exec(`PRAGMA user_version = ${Number(version)}`)
}

function ownSession(session: Session): SqliteSession {
  if (session instanceof SqliteSession) return session
  throw new DocstoreError('DOCSTORE_SESSION_ENDED', 'The session does not come from transaction() of this store')
}
