import type { Collection, Filter, Projection, Sort, Update } from '@platform/docstore'
import type { Services, StoredRecord } from '@platform/plugin-sdk'
import { z } from 'zod'
import { parseInput } from '../../input/invalid-input.ts'
import { currentServices } from '../../runtime/current.ts'
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
  /** Fields with texts, and fields with texts or `null`. An object in such a field is refused. */
  readonly texts: { readonly always: readonly string[]; readonly orNull: readonly string[] }
  /** The fields that follow from other fields of a record; `null` if they are right already. */
  derive?(record: T): Partial<T> | null
}

/** Defines a model of a collection. It works while the platform runs. */
export function defineModel<T extends StoredRecord>({
  collection: name,
  defaults,
  touches,
  texts,
  derive,
}: Definition<T>): Model<T> {
  const text = z.string('is no text')
  const values = z.object({
    ...Object.fromEntries(texts.always.map(field => [field, text.optional()])),
    ...Object.fromEntries(texts.orNull.map(field => [field, text.nullish()])),
  })

  const open = (): { services: Services; collection: Collection<T> } => {
    const services = currentServices()
    return { services, collection: services.docstore.collection<T>(name) }
  }

  async function findOneAndUpdate(
    filter: Filter<T>,
    update: Update<T>,
    { upsert = false, sort, projection, ...options }: ModelUpdateOptions = {},
  ): Promise<T | null> {
    const { services, collection } = open()
    const operators = operatorsOf(update)
    const { $setOnInsert, $set } = operators
    parseInput(values, { ...(upsert ? filter : {}), ...update, ...$setOnInsert, ...$set })
    const after = options.new === true || options.returnDocument === 'after'
    const stamped = stamp(filter, operators, {
      upsert,
      now: services.clock.now(),
      defaults: defaults(services.clock.now()),
    })
    const found = await collection.findOneAndUpdate(filter, stamped as Update<T>, {
      upsert,
      returnDocument: after ? 'after' : 'before',
      ...(sort ? { sort } : {}),
      ...(projection ? { projection } : {}),
    })
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

type Operators = Record<string, Record<string, unknown>>

/** The update by its operators; fields without an operator are set. */
function operatorsOf(update: object): Operators {
  return (Object.keys(update).some(key => key.startsWith('$')) ? update : { $set: update }) as Operators
}

/** Adds the time of the change, and the defaults of an inserted record that neither filter nor update sets. */
function stamp(
  filter: object,
  operators: Operators,
  { upsert, now, defaults }: { upsert: boolean; now: Date; defaults: object },
): Operators {
  const set = { ...operators['$set'], updated_at: now }
  if (!upsert) return { ...operators, $set: set }
  const given = new Set(
    [...Object.keys(filter), ...Object.values(operators).flatMap(changes => Object.keys(changes))].map(path =>
      path.replace(/\..*/s, ''),
    ),
  )
  const missing = Object.fromEntries(
    Object.entries(defaults).filter(([field]) => !given.has(field) && field !== 'updated_at'),
  )
  return { ...operators, $set: set, $setOnInsert: { ...missing, ...operators['$setOnInsert'] } }
}
