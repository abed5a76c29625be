import type { Collection, Filter, PipelineStage, Projection, Sort, Update } from '@platform/docstore'
import type { Services, StoredRecord } from '@platform/plugin-sdk'
import type { z } from 'zod'
import { parseInput } from '../../input/invalid-input.ts'
import { currentServices } from '../../runtime/current.ts'
import { bulkMethods } from './bulk.ts'
import { checkWrite, missingFields } from './check-write.ts'
import { guardedCollection, withoutHidden } from './hidden.ts'
import { isComparison, type Operators, operatorsOf, overlap, partsOf } from './paths.ts'
import { createQuery, type Query } from './query.ts'
import { type ModelRecord, recordsOf } from './records.ts'

/** Options of an update; `new` is the older name for `returnDocument: 'after'`. */
export interface ModelUpdateOptions {
  readonly upsert?: boolean
  readonly new?: boolean
  readonly returnDocument?: 'before' | 'after'
  readonly sort?: Sort
  readonly projection?: Projection
  /** Changes nothing, because a record that an upsert inserts always gets the defaults. Older plugins set it. */
  readonly setDefaultsOnInsert?: boolean
}

/** A collection, for plugins that import `models/*`. Cached answers are made again after a change by these methods. */
export interface Model<T extends StoredRecord> {
  /** The collection of the store. After a change by it, readers may get cached answers until those expire. */
  readonly collection: Collection<T>
  /** A new record, with the defaults; `save` stores it. */
  new (values: Partial<T>): ModelRecord<T>
  find(filter?: Filter<T>, projection?: Projection): Query<ModelRecord<T>>
  findOne(filter: Filter<T>, projection?: Projection): Promise<ModelRecord<T> | null>
  findById(id: string): Promise<ModelRecord<T> | null>
  /** Stores new records, one or a list. @throws BadUserInputError for a value that does not fit its field. */
  create(values: Partial<T>): Promise<ModelRecord<T>>
  create(values: readonly Partial<T>[]): Promise<ModelRecord<T>[]>
  count(filter?: Filter<T>): Promise<number>
  countDocuments(filter?: Filter<T>): Promise<number>
  distinct(path: string, filter?: Filter<T>): Promise<unknown[]>
  aggregate(pipeline: readonly PipelineStage[]): Promise<Record<string, unknown>[]>
  /** Changes all records that match. Fields that follow from others, such as words, do not follow. */
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

interface Definition<T extends StoredRecord> {
  readonly collection: string
  /** The values of a new record that neither the filter nor the update sets. */
  defaults(now: Date): Partial<T>
  /** The revisions that a change of the record moves. */
  touches(record: T): readonly string[]
  /** A complete record. A change that would leave another one is refused. */
  readonly schema: z.ZodObject
  /** Changes an upsert before it is made; without it every upsert is made as given. */
  rewriteUpsert?(filter: Filter<T>, update: Update<T>): { readonly filter: Filter<T>; readonly update: Update<T> }
  /** The fields that follow from other fields of a record; `null` if they are right already. */
  derive?(record: T): Partial<T> | null
  /** The fields that no plugin gets. */
  readonly hidden?: readonly string[]
  /** The methods of the records. */
  readonly methods?: object
}

/** Defines a model of a collection. It works while the platform runs. */
export function defineModel<T extends StoredRecord>(definition: Definition<T>): Model<T> {
  const { collection: name, defaults, touches, hidden = [] } = definition
  const open = (): Opened<T> => {
    const services = currentServices()
    return { services, collection: services.docstore.collection<T>(name) }
  }
  const { records, findOneAndUpdate, updateOne } = writesOf(definition, open)
  const make = (given: Partial<T>): ModelRecord<T> => records.make(given, defaults(currentServices().clock.now()))
  // A function with `new` may return another object than the one that was made for it.
  function ModelOf(given: Partial<T>): ModelRecord<T> {
    return make(given)
  }
  const findOne = async (filter: Filter<T>, projection?: Projection) => {
    const found = await open().collection.findOne(filter, { projection: withoutHidden(projection, hidden) })
    return found && records.read(found)
  }
  const countDocuments = (filter: Filter<T> = {}) => open().collection.countDocuments(filter)
  const methods = {
    find: (filter: Filter<T> = {}, projection?: Projection) =>
      createQuery(open().collection.find(filter, { projection: withoutHidden(projection, hidden) }), records.read),
    findOne,
    findById: (id: string) => findOne({ id } as Filter<T>),
    create: (given: Partial<T> | readonly Partial<T>[]) =>
      Array.isArray(given) ? Promise.all(given.map(one => make(one).save())) : make(given as Partial<T>).save(),
    count: countDocuments,
    countDocuments,
    findOneAndUpdate,
    updateOne,
    update: updateOne,
    ...bulkMethods({ name, hidden, open, touches }),
  }
  Object.defineProperty(ModelOf, 'collection', {
    get: () => (hidden.length === 0 ? open().collection : guardedCollection(open().collection, hidden)),
  })
  // The constructor gets all methods of a model here.
  return Object.assign(ModelOf, methods) as unknown as Model<T>
}

interface Opened<T extends StoredRecord> {
  readonly services: Services
  readonly collection: Collection<T>
}

/** How a model changes single records. */
function writesOf<T extends StoredRecord>(definition: Definition<T>, open: () => Opened<T>) {
  const { defaults, touches, schema, rewriteUpsert, derive, hidden = [] } = definition
  const changed = async (record: T): Promise<void> => {
    const { services, collection } = open()
    if (derive) await follow(collection, record, derive)
    services.revisions.bump(...touches(record))
  }
  const records = recordsOf<T>({
    methods: definition.methods ?? Object.prototype,
    async insert(record) {
      parseInput(schema, record)
      await open().collection.insertOne(record)
      await changed(record)
    },
    update: (record, changes) => findOneAndUpdate({ id: record.id } as Filter<T>, changes as Update<T>),
  })

  async function findOneAndUpdate(
    givenFilter: Filter<T>,
    givenUpdate: Update<T>,
    { upsert = false, sort, projection, ...options }: ModelUpdateOptions = {},
  ): Promise<ModelRecord<T> | null> {
    const { services, collection } = open()
    const given = { filter: givenFilter, update: givenUpdate }
    const { filter, update } = upsert && rewriteUpsert ? rewriteUpsert(givenFilter, givenUpdate) : given
    const now = services.clock.now()
    const operators = operatorsFor({ filter, update, upsert, now, defaults: defaults(now) })
    const write = { filter, operators, upsert }
    checkWrite(schema, write)
    const incomplete = upsert ? missingFields(schema, write) : null
    const after = options.new === true || options.returnDocument === 'after'
    const found = await collection.findOneAndUpdate(filter, operators as Update<T>, {
      upsert: upsert && incomplete === null,
      returnDocument: after ? 'after' : 'before',
      ...(sort ? { sort } : {}),
      projection: withoutHidden(projection, hidden),
    })
    if (!found && incomplete) throw incomplete
    // For an inserted record the store returns `null`, so it is read again.
    const record = found ?? (upsert ? await collection.findOne(filter) : null)
    if (!record) return null
    await changed(record)
    return found && records.read(found)
  }

  const updateOne: Model<T>['updateOne'] = async (filter, update, options = {}) => {
    const found = await findOneAndUpdate(filter, update, { ...options, new: true })
    return { matchedCount: found ? 1 : 0, modifiedCount: found ? 1 : 0 }
  }
  return { records, findOneAndUpdate, updateOne }
}

/**
 * Updates the fields that follow from others. The record is read again, because the caller may have a part of it, or
 * its state before the change.
 */
async function follow<T extends StoredRecord>(
  collection: Collection<T>,
  { id }: T,
  derive: (record: T) => Partial<T> | null,
): Promise<void> {
  const stored = await collection.findOne({ id } as Filter<T>)
  const $set = stored && derive(stored)
  if ($set) await collection.updateOne({ id } as Filter<T>, { $set } as Update<T>)
}

/**
 * The operators that are handed to the store. Times move with every change; what an upsert inserts gets the defaults of
 * the fields, and of the parts of nested fields, that neither filter nor update names.
 */
function operatorsFor({
  filter,
  update,
  upsert,
  now,
  defaults,
}: {
  filter: object
  update: object
  upsert: boolean
  now: Date
  defaults: Readonly<Record<string, unknown>>
}): Operators {
  const { $set = {}, $setOnInsert = {}, ...others } = operatorsOf(update)
  const set = { ...partsOf($set, defaults), updated_at: now }
  if (!upsert) return { ...others, $set: set }
  const inserted = partsOf($setOnInsert, defaults)
  const equal = Object.fromEntries(Object.entries(filter).filter(([, value]) => !isComparison(value)))
  const named = [equal, set, inserted, ...Object.values(others)].flatMap(fields => Object.keys(fields))
  const missing = Object.entries(partsOf(defaults, defaults)).filter(
    ([path]) => !named.some(name => overlap(name, path)),
  )
  return { ...others, $set: set, $setOnInsert: { ...Object.fromEntries(missing), ...inserted } }
}
