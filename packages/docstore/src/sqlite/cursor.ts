import type { FindOptions } from '../contract/collection.ts'
import type { Cursor, FindCursor } from '../contract/cursor.ts'
import type { Projection, Sort } from '../contract/filter.ts'
import type { CollectionStore } from './collection-store.ts'
import type { Connection } from './connection.ts'
import type { Doc } from './document.ts'
import type { Query } from './plan.ts'
import { projectionOf } from './project.ts'
import { documentsOf, explainOf } from './read.ts'
import type { Stream } from './streams.ts'

/** Up to this many results are read together, from the connection that all reads share. */
const READ_AT_ONCE = 1000

const NOTHING: Promise<Iterator<never>> = Promise.resolve([].values())

/**
 * Releases the streams of cursors that nothing refers to any more, such as that of `await find(…).next()`. What
 * releases a stream must not refer to the cursor.
 */
const forgotten = new FinalizationRegistry<Stream['release']>(release => release())

/** The source of a cursor's results. */
export interface Source<T> {
  readAll(): T[] | Promise<T[]>
  /** Reads some results at a time, when there may be many. */
  streamed?: Streamed<T>
}

interface Streamed<T> {
  open(): Promise<readonly Doc[] | Stream>
  finish(document: Doc): T
  /** A promise to await before the next result. */
  turn(): Promise<void> | undefined
}

/** A cursor over a source, which is opened when the first result is requested. */
export class SqliteCursor<T> implements Cursor<T> {
  readonly #source: () => Source<T>
  /** The results that have been read. */
  #results: Promise<Iterator<T>> | undefined
  #stream: Stream | undefined
  #streamed: Streamed<T> | undefined
  /** The result that `hasNext` looked at, or is looking for. */
  #ahead: Promise<IteratorResult<T>> | undefined

  constructor(source: () => Source<T>) {
    this.#source = source
  }

  async toArray(): Promise<T[]> {
    if (!this.#results) {
      this.#results = NOTHING
      return this.#source().readAll()
    }
    const rest: T[] = []
    for await (const result of this) rest.push(result)
    return rest
  }

  async next(): Promise<T | null> {
    const result = await this.#take()
    return result.done ? null : result.value
  }

  async hasNext(): Promise<boolean> {
    this.#ahead ??= this.#read()
    return !(await this.#ahead).done
  }

  async forEach(visit: (document: T) => boolean | void): Promise<void> {
    for await (const result of this) if (visit(result) === false) return
  }

  async close(): Promise<void> {
    this.#ahead = undefined
    const opening = this.#results
    this.#results = NOTHING
    await opening?.catch(() => {})
    this.#release()
  }

  async *[Symbol.asyncIterator](): AsyncGenerator<T, void, undefined> {
    try {
      for (let result = await this.#take(); !result.done; result = await this.#take()) yield result.value
    } finally {
      await this.close()
    }
  }

  async #take(): Promise<IteratorResult<T>> {
    const ahead = this.#ahead
    this.#ahead = undefined
    return ahead ?? this.#read()
  }

  async #read(): Promise<IteratorResult<T>> {
    this.#results ??= this.#open()
    this.#stream?.touch()
    for (;;) {
      const turn = this.#streamed?.turn()
      if (turn) await turn
      const results: Promise<Iterator<T>> = this.#results
      const result = (await results).next()
      if (!result.done) return result
      // Another call may have asked for more meanwhile, or have closed the cursor.
      if (this.#results !== results) continue
      if (!this.#stream || results === NOTHING) return { done: true, value: undefined }
      this.#results = this.#more(this.#stream)
    }
  }

  async #open(): Promise<Iterator<T>> {
    const source = this.#source()
    if (!source.streamed) return (await source.readAll()).values()
    this.#streamed = source.streamed
    const found = await source.streamed.open()
    if (!('more' in found)) return found.values().map(source.streamed.finish)
    this.#stream = found
    forgotten.register(this, found.release, this)
    return NOTHING
  }

  async #more(stream: Stream): Promise<Iterator<T>> {
    const { documents, isLast } = await stream.more()
    if (isLast) this.#release()
    return documents.values().map(document => (this.#streamed as Streamed<T>).finish(document))
  }

  #release(): void {
    this.#stream?.release()
    this.#stream = undefined
    forgotten.unregister(this)
  }
}

/** A find. `sort`, `skip`, `limit`, `project` and `map` change it until its first result is read. */
export class SqliteFindCursor<T> extends SqliteCursor<T> implements FindCursor<T> {
  readonly #store: CollectionStore
  readonly #collection: string
  readonly #filter: object
  readonly #transforms: ((value: unknown) => unknown)[] = []
  #options: FindOptions

  constructor(store: CollectionStore, collection: string, request: { filter: object; options: FindOptions }) {
    super(() => this.#source())
    this.#store = store
    this.#collection = collection
    this.#filter = request.filter
    this.#options = request.options
  }

  sort(sort: Sort): this {
    return this.#with({ sort })
  }

  skip(skip: number): this {
    return this.#with({ skip })
  }

  limit(limit: number): this {
    return this.#with({ limit })
  }

  maxTimeMS(maxTimeMS: number): this {
    return this.#with({ maxTimeMS })
  }

  project<R extends object>(projection: Projection): FindCursor<R> {
    return this.#with({ projection }) as unknown as FindCursor<R>
  }

  map<R>(transform: (document: T) => R): FindCursor<R> {
    this.#transforms.push(transform as (value: unknown) => unknown)
    return this as unknown as FindCursor<R>
  }

  async explain(): Promise<object> {
    return this.#read(connection => explainOf(connection, this.#store.schemaOf(this.#collection), this.#query()))
  }

  #with(options: FindOptions): this {
    this.#options = { ...this.#options, ...options }
    return this
  }

  #query(): Query {
    const { sort, skip, limit } = this.#options
    return { filter: this.#filter, sort, skip, limit }
  }

  #read<R>(work: (connection: Connection) => R): R | Promise<R> {
    return this.#store.read(this.#options.session, work)
  }

  #transformed(document: Doc): T {
    return this.#transforms.reduce<unknown>((value, transform) => transform(value), document) as T
  }

  async #readApart(): Promise<T[]> {
    const { projection, maxTimeMS } = this.#options
    const found = await this.#store.readApart(
      { kind: 'find', collection: this.#collection, query: this.#query(), projection },
      maxTimeMS,
    )
    return (found as Doc[]).map(document => this.#transformed(document))
  }

  #source(): Source<T> {
    const { limit, session, maxTimeMS } = this.#options
    const schema = this.#store.schemaOf(this.#collection)
    const project = projectionOf(this.#options.projection, this.#filter)
    const finish = (document: Doc): T => this.#transformed(project(document))
    // In a transaction a read sees what the transaction changed, which no other thread does.
    if (session)
      return { readAll: () => this.#read(connection => documentsOf(connection, schema, this.#query()).map(finish)) }
    const readAll = () => this.#readApart()
    if (maxTimeMS !== undefined || (limit && Math.abs(limit) <= READ_AT_ONCE)) return { readAll }
    const { projection } = this.#options
    const find = { kind: 'find', collection: this.#collection, query: this.#query(), projection } as const
    return {
      readAll,
      streamed: {
        open: () => this.#store.openStream(find),
        finish: document => this.#transformed(document),
        turn: () => this.#store.turn,
      },
    }
  }
}
