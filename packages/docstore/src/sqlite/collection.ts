import type * as contract from '../contract/collection.ts'
import type { Cursor, FindCursor } from '../contract/cursor.ts'
import type { Filter, PipelineStage, Update } from '../contract/filter.ts'
import type * as result from '../contract/results.ts'
import { refuseUnsafe } from '../refuse.ts'
import { aggregate } from './aggregate.ts'
import { bulkError, bulkOf, nextOf, runNext } from './bulk.ts'
import type { CollectionStore } from './collection-store.ts'
import { SqliteCursor, SqliteFindCursor } from './cursor.ts'
import { distinctValues } from './distinct.ts'
import type { Doc } from './document.ts'
import { bulkInSteps } from './long-bulk.ts'
import type { LongRead } from './long-read.ts'
import { type Written, writeInSteps } from './long-writes.ts'
import { projectionOf } from './project.ts'
import { countOf, documentsOf } from './read.ts'
import { withId } from './rows.ts'
import * as write from './write.ts'

type Omitted<Read> = Read extends unknown ? Omit<Read, 'collection'> : never
type Projected = Pick<contract.FindOptions, 'projection'>

/** A collection of the embedded store. */
export class SqliteCollection<T extends object> implements contract.Collection<T> {
  readonly collectionName: string
  readonly #store: CollectionStore

  constructor(store: CollectionStore, name: string) {
    this.#store = store
    this.collectionName = name
  }

  find(...parameters: Read<T>): FindCursor<T> {
    return new SqliteFindCursor<T>(this.#store, this.collectionName, readOf(parameters))
  }

  async findOne(...parameters: Read<T>): Promise<T | null> {
    const { filter, options } = readOf(parameters)
    const { session, sort, skip, projection } = options
    const query = { filter, sort, skip, limit: 1 }
    if (!session) {
      const [found = null] = (await this.#apart({ kind: 'find', query, projection }, options)) as [T?]
      return found
    }
    const [found] = await this.#store.read(session, connection => documentsOf(connection, this.#schema(), query))
    return this.#shaped(found, filter, options)
  }

  async insertOne(
    document: contract.InsertDocument<T>,
    options: contract.OperationOptions = {},
  ): Promise<result.InsertOneResult> {
    const complete = identified(document as Doc)
    const insertedId = await this.#write(options, target => write.insertOne(target, complete))
    return { acknowledged: true, insertedId }
  }

  async insertMany(
    documents: readonly contract.InsertDocument<T>[],
    options: contract.BulkOptions = {},
  ): Promise<result.InsertManyResult> {
    const operations = documents.map(document => ({ insertOne: { document: identified(document as Doc) } }))
    const { insertedCount, insertedIds } = await this.#bulk(operations, options)
    return { acknowledged: true, insertedCount, insertedIds }
  }

  async updateOne(
    filter: Filter<T>,
    update: Update<T>,
    options: contract.UpdateOptions = {},
  ): Promise<result.UpdateResult> {
    refuseUnsafe(filter)
    return this.#one(options, { filter }, target => write.update(target, write.updateRequest(filter, update, options)))
  }

  async updateMany(
    filter: Filter<T>,
    update: Update<T>,
    options: contract.UpdateOptions = {},
  ): Promise<result.UpdateResult> {
    refuseUnsafe(filter)
    const steps = await this.#change(options, { filter, isMany: true }, target =>
      write.update(target, { ...write.updateRequest(filter, update, options), many: true }),
    )
    return write.together(steps)
  }

  async replaceOne(
    filter: Filter<T>,
    replacement: contract.InsertDocument<T>,
    options: contract.UpdateOptions = {},
  ): Promise<result.UpdateResult> {
    refuseUnsafe(filter)
    return this.#one(options, { filter }, target =>
      write.update(target, write.replaceRequest(filter, replacement as Doc, options)),
    )
  }

  async findOneAndUpdate(
    filter: Filter<T>,
    update: Update<T>,
    options: contract.FindOneAndUpdateOptions = {},
  ): Promise<T | null> {
    refuseUnsafe(filter)
    const project = projectionOf(options.projection, filter)
    const found = await this.#one(options, { filter, sort: options.sort }, target =>
      write.findAndUpdate(
        target,
        { ...write.updateRequest(filter, update, options), sort: options.sort },
        options.returnDocument,
      ),
    )
    return found && (project(found) as T)
  }

  async findOneAndReplace(
    filter: Filter<T>,
    replacement: contract.InsertDocument<T>,
    options: contract.FindOneAndUpdateOptions = {},
  ): Promise<T | null> {
    refuseUnsafe(filter)
    const project = projectionOf(options.projection, filter)
    const found = await this.#one(options, { filter, sort: options.sort }, target =>
      write.findAndUpdate(
        target,
        { ...write.replaceRequest(filter, replacement as Doc, options), sort: options.sort },
        options.returnDocument,
      ),
    )
    return found && (project(found) as T)
  }

  async findOneAndDelete(filter: Filter<T>, options: contract.FindOneAndDeleteOptions = {}): Promise<T | null> {
    refuseUnsafe(filter)
    const project = projectionOf(options.projection, filter)
    const { sort } = options
    const found = await this.#one(options, { filter, sort }, target => write.findAndDelete(target, { filter, sort }))
    return found && (project(found) as T)
  }

  async deleteOne(filter: Filter<T>, options: contract.OperationOptions = {}): Promise<result.DeleteResult> {
    refuseUnsafe(filter)
    const deletedCount = await this.#one(options, { filter }, target => write.remove(target, filter, 1))
    return { acknowledged: true, deletedCount }
  }

  async deleteMany(filter: Filter<T>, options: contract.OperationOptions = {}): Promise<result.DeleteResult> {
    refuseUnsafe(filter)
    const steps = await this.#change(options, { filter, isMany: true }, target => write.remove(target, filter))
    return { acknowledged: true, deletedCount: steps.reduce((sum, deleted) => sum + deleted, 0) }
  }

  async bulkWrite(
    operations: readonly contract.BulkOperation<T>[],
    options: contract.BulkOptions = {},
  ): Promise<result.BulkWriteResult> {
    for (const operation of operations)
      for (const one of Object.values(operation)) if ('filter' in one) refuseUnsafe(one.filter)
    return this.#bulk(operations as readonly contract.BulkOperation<object>[], options)
  }

  async countDocuments(...parameters: Read<T>): Promise<number> {
    const { filter, options } = readOf(parameters)
    const query = { filter, skip: options.skip, limit: options.limit }
    if (!options.session) return (await this.#apart({ kind: 'count', query }, options)) as number
    return this.#store.read(options.session, connection => countOf(connection, this.#schema(), query))
  }

  async estimatedDocumentCount(): Promise<number> {
    return this.countDocuments()
  }

  async distinct(path: string, filter: Filter<T> = {}, options: contract.ReadOptions = {}): Promise<unknown[]> {
    refuseUnsafe(filter)
    if (!options.session) return (await this.#apart({ kind: 'distinct', path, filter }, options)) as unknown[]
    return this.#store.read(options.session, connection => distinctValues(connection, this.#schema(), { path, filter }))
  }

  aggregate<R extends object = Record<string, unknown>>(
    pipeline: readonly PipelineStage[],
    options: contract.ReadOptions = {},
  ): Cursor<R> {
    refuseUnsafe(pipeline)
    if (!options.session)
      return new SqliteCursor<R>(() => ({
        readAll: () => this.#apart({ kind: 'aggregate', pipeline }, options) as R[] | Promise<R[]>,
      }))
    return new SqliteCursor<R>(() => ({
      readAll: () =>
        this.#store.read(options.session, connection =>
          aggregate({ connection, schema: this.#schema(), schemaOf: name => this.#store.schemaOf(name) }, pipeline),
        ) as R[] | Promise<R[]>,
    }))
  }

  #apart(read: Omitted<LongRead>, { maxTimeMS }: contract.ReadOptions): unknown {
    return this.#store.readApart({ ...read, collection: this.collectionName }, maxTimeMS)
  }

  #schema(): ReturnType<CollectionStore['schemaOf']> {
    return this.#store.schemaOf(this.collectionName)
  }

  /** Runs a write with the schema at the time of the write, because indexes may change while the write waits. */
  #write<R>(options: contract.OperationOptions, work: (target: write.Target) => R): Promise<R> {
    return this.#store.write(options.session, this.collectionName, work)
  }

  /** Changes documents that are found by a filter, at once in a session and otherwise in steps. */
  async #change<R>(
    { session }: contract.OperationOptions,
    written: Omit<Written, 'collection'>,
    work: (target: write.Target) => R,
  ): Promise<R[]> {
    if (session) return [await this.#write({ session }, work)]
    return writeInSteps(this.#store, { ...written, collection: this.collectionName }, work)
  }

  async #one<R>(
    options: contract.OperationOptions,
    written: Pick<Written, 'filter' | 'sort'>,
    work: (target: write.Target) => R,
  ): Promise<R> {
    const [result] = await this.#change(options, { ...written, isMany: false }, work)
    return result as R
  }

  async #bulk(
    operations: readonly contract.BulkOperation<object>[],
    options: contract.BulkOptions,
  ): Promise<result.BulkWriteResult> {
    const bulk = bulkOf(operations, options.ordered ?? true)
    if (options.session)
      await this.#write(options, target => {
        for (let next = nextOf(bulk); next; next = nextOf(bulk)) runNext(target, bulk, next)
        // A failure ends a whole transaction. Without a transaction the successful operations are kept.
        if (bulk.failures.length > 0) throw bulkError(bulk)
      })
    else await bulkInSteps(this.#store, this.collectionName, bulk)
    const error = bulkError(bulk)
    if (error) throw error
    return bulk.result
  }

  #shaped(document: Doc | null | undefined, filter: object, options: Projected): T | null {
    // Documents are what the caller says they are, as in the driver.
    return document ? (projectionOf(options.projection, filter)(document) as T) : null
  }
}

/** Gives a document an id. As with the driver, the caller's own object gets it too. */
function identified(document: Doc): Doc & { _id: string } {
  const complete = withId(document)
  if (complete !== document) document['_id'] = complete._id
  return complete
}

type Read<T extends object> = [filter?: Filter<T>, options?: contract.FindOptions]

/**
 * Reads the parameters of a read: one without a filter reads all documents, but `undefined` as a filter is a mistake.
 */
function readOf<T extends object>(parameters: Read<T>): { filter: object; options: contract.FindOptions } {
  const [filter, options = {}] = parameters.length === 0 ? [{}] : parameters
  refuseUnsafe(filter)
  return { filter: filter as object, options }
}
