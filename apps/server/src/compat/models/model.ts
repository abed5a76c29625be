import type { Collection, Filter, PipelineStage, Projection, Update } from '@platform/docstore'
import type { StoredRecord } from '@platform/plugin-sdk'
import { SEARCH } from '../../paging/long-reads.ts'
import { currentServices } from '../../runtime/current-services.ts'
import { withoutCallbacks } from '../../runtime/no-callback.ts'
import { bulkMethods } from './bulk.ts'
import { checkedCollection, guardedCollection } from './checked-collection.ts'
import { withoutHidden } from './hidden.ts'
import { createListQuery, createOneQuery, type ListQuery, type Query } from './query.ts'
import type { ModelRecord } from './records.ts'
import { type ModelDefinition, type ModelUpdateOptions, type Opened, writesOf } from './single-writes.ts'

/** A collection, for plugins that import `models/*`. Cached answers are made again after a change by these methods. */
export interface Model<T extends StoredRecord> {
  /** The collection of the store. After a change by it, readers may get cached answers until those expire. */
  readonly collection: Collection<T>
  /** A new record, with the defaults; `save` stores it. */
  new (values: Partial<T>): ModelRecord<T>
  /**
   * Finds records. Name the fields that an index begins with, such as `asset_id` beside `parent_id`; otherwise every
   * record is looked at, and after 8 s the query is given up. A `cursor()` may take longer.
   */
  find(filter?: Filter<T>, projection?: Projection): ListQuery<ModelRecord<T>>
  findOne(filter: Filter<T>, projection?: Projection): Query<ModelRecord<T> | null>
  findById(id: string): Query<ModelRecord<T> | null>
  /** Stores new records, one or a list. @throws BadUserInputError for a value that does not fit its field. */
  create(values: Partial<T>): Promise<ModelRecord<T>>
  create(values: readonly Partial<T>[]): Promise<ModelRecord<T>[]>
  count(filter?: Filter<T>): Promise<number>
  countDocuments(filter?: Filter<T>): Promise<number>
  distinct(path: string, filter?: Filter<T>): Promise<unknown[]>
  aggregate(pipeline: readonly PipelineStage[]): Promise<Record<string, unknown>[]>
  /**
   * Changes all records that match, a hundred at a time. Fields that follow from others, such as words, do not follow.
   *
   * @throws BadUserInputError for a value that does not fit its field.
   */
  updateMany(filter: Filter<T>, update: Update<T>): Promise<{ matchedCount: number; modifiedCount: number }>
  deleteOne(filter: Filter<T>): Promise<{ deletedCount: number }>
  /**
   * Finds and changes a record or, with `upsert`, inserts one, in one step of the store.
   *
   * @throws BadUserInputError for a value that does not fit its field, because plugins pass on what clients send.
   */
  findOneAndUpdate(filter: Filter<T>, update: Update<T>, options?: ModelUpdateOptions): Promise<ModelRecord<T> | null>
  updateOne(
    filter: Filter<T>,
    update: Update<T>,
    options?: ModelUpdateOptions,
  ): Promise<{ matchedCount: number; modifiedCount: number }>
  /** An older name of `updateOne`. */
  update(
    filter: Filter<T>,
    update: Update<T>,
    options?: ModelUpdateOptions,
  ): Promise<{ matchedCount: number; modifiedCount: number }>
}

/** Defines a model of a collection. It works while the platform runs. */
export function defineModel<T extends StoredRecord>(definition: ModelDefinition<T>): Model<T> {
  const { collection: name, defaults, hidden = [] } = definition
  const about = { name, hidden }
  const open = (): Opened<T> => {
    const services = currentServices()
    return { services, collection: checkedCollection(services.docstore.collection<T>(name), about) }
  }
  const { records, findOneAndUpdate, updateOne } = writesOf(definition, open)
  const make = (given: Partial<T>): ModelRecord<T> => records.make(given, defaults(currentServices().clock.now()))
  // A function with `new` may return another object than the one that was made for it.
  function ModelOf(given: Partial<T>): ModelRecord<T> {
    return make(given)
  }
  const reading = { read: records.read, about }
  const cursorOf = (filter: Filter<T>, projection?: Projection) =>
    open().collection.find(filter, { projection: withoutHidden(projection, about) })
  const findOne = (filter: Filter<T>, projection?: Projection) => createOneQuery(cursorOf(filter, projection), reading)
  const countDocuments = (filter: Filter<T> = {}) => open().collection.countDocuments(filter, SEARCH)
  const methods = {
    find: (filter: Filter<T> = {}, projection?: Projection) => createListQuery(cursorOf(filter, projection), reading),
    findOne,
    findById: (id: string) => findOne({ id } as Filter<T>),
    create: (given: Partial<T> | readonly Partial<T>[]) =>
      Array.isArray(given) ? Promise.all(given.map(one => make(one).save())) : make(given as Partial<T>).save(),
    count: countDocuments,
    countDocuments,
    findOneAndUpdate,
    updateOne,
    update: updateOne,
    ...bulkMethods(definition, open),
  }
  Object.defineProperty(ModelOf, 'collection', {
    get: () => (hidden.length === 0 ? open().collection : guardedCollection(open().collection, hidden)),
  })
  // The constructor gets all methods of a model here. Messages name the module that a plugin imports.
  return Object.assign(ModelOf, withoutCallbacks(`models/${name.replace(/s$/, '')}`, methods)) as unknown as Model<T>
}
