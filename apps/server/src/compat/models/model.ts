import type { Collection, Filter, Projection, Sort, Update } from '@platform/docstore'
import type { Services, StoredRecord } from '@platform/plugin-sdk'
import type { z } from 'zod'
import { currentServices } from '../../runtime/current.ts'
import { checkWrite, missingFields } from './check-write.ts'
import { isComparison, type Operators, operatorsOf, overlap, partsOf } from './paths.ts'
import { createQuery, type Query } from './query.ts'

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
  find(filter?: Filter<T>, projection?: Projection): Query<T>
  findOne(filter: Filter<T>, projection?: Projection): Promise<T | null>
  findById(id: string): Promise<T | null>
  count(filter?: Filter<T>): Promise<number>
  /**
   * Finds and changes a record or, with `upsert`, inserts one, in one step of the store.
   *
   * @throws BadUserInputError for a value that does not fit its field, because plugins pass on what clients send.
   */
  findOneAndUpdate(filter: Filter<T>, update: Update<T>, options?: ModelUpdateOptions): Promise<T | null>
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
}

/** Defines a model of a collection. It works while the platform runs. */
export function defineModel<T extends StoredRecord>({
  collection: name,
  defaults,
  touches,
  schema,
  rewriteUpsert,
  derive,
}: Definition<T>): Model<T> {
  const open = (): { services: Services; collection: Collection<T> } => {
    const services = currentServices()
    return { services, collection: services.docstore.collection<T>(name) }
  }

  async function findOneAndUpdate(
    givenFilter: Filter<T>,
    givenUpdate: Update<T>,
    { upsert = false, sort, projection, ...options }: ModelUpdateOptions = {},
  ): Promise<T | null> {
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
      ...(projection ? { projection } : {}),
    })
    if (!found && incomplete) throw incomplete
    // For an inserted record the store returns `null`, so it is read again.
    const changed = found ?? (upsert ? await collection.findOne(filter) : null)
    if (!changed) return null
    if (derive) await follow(collection, changed, derive)
    services.revisions.bump(...touches(changed))
    return found
  }

  const updateOne: Model<T>['updateOne'] = async (filter, update, options = {}) => {
    const found = await findOneAndUpdate(filter, update, { ...options, new: true })
    return { matchedCount: found ? 1 : 0, modifiedCount: found ? 1 : 0 }
  }

  return {
    get collection() {
      return open().collection
    },
    find: (filter = {}, projection) => createQuery(open().collection.find(filter, projection ? { projection } : {})),
    findOne: (filter, projection) => open().collection.findOne(filter, projection ? { projection } : {}),
    findById: id => open().collection.findOne({ id } as Filter<T>),
    count: (filter = {}) => open().collection.countDocuments(filter),
    findOneAndUpdate,
    updateOne,
    update: updateOne,
  }
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
