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
  /** Defaults always apply to what an upsert inserts; accepted for older plugins. */
  readonly setDefaultsOnInsert?: boolean
}

/** A collection as plugins that import `models/*` know it. What it changes is seen by readers at once. */
export interface Model<T extends StoredRecord> {
  /** The store's own collection: changes made here are seen when what readers share expires. */
  readonly collection: Collection<T>
  find(filter?: Filter<T>, projection?: Projection): Query<T>
  findOne(filter: Filter<T>, projection?: Projection): Promise<T | null>
  findById(id: string): Promise<T | null>
  count(filter?: Filter<T>): Promise<number>
  /**
   * Finds, changes and, with `upsert`, inserts, in one step of the store.
   *
   * @throws BadUserInputError for a value that is no value of its field: what a client sent is often handed on as it is.
   */
  findOneAndUpdate(filter: Filter<T>, update: Update<T>, options?: ModelUpdateOptions): Promise<T | null>
  updateOne(
    filter: Filter<T>,
    update: Update<T>,
    options?: ModelUpdateOptions,
  ): Promise<{ matchedCount: number; modifiedCount: number }>
  /** The older name of `updateOne`. */
  update(
    filter: Filter<T>,
    update: Update<T>,
    options?: ModelUpdateOptions,
  ): Promise<{ matchedCount: number; modifiedCount: number }>
}

interface Definition<T extends StoredRecord> {
  readonly collection: string
  /** What a new record has besides what it is given. */
  defaults(now: Date): Partial<T>
  /** The revisions a changed record moves. */
  touches(record: T): readonly string[]
  /** Fields that hold text, or text or nothing: an object that a client sent in place of one is refused. */
  readonly texts: { readonly always: readonly string[]; readonly orNull: readonly string[] }
  /** What has to follow from the other fields of a record, whatever changed them; nothing where it does already. */
  derive?(record: T): Partial<T> | null
}

/** A model over a collection of the running platform. */
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
    parseInput(values, {
      ...(upsert ? filter : {}),
      ...update,
      ...(update as Operators)['$setOnInsert'],
      ...(update as Operators)['$set'],
    })
    const after = options.new === true || options.returnDocument === 'after'
    const stamped = stamp(filter, update, {
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
    // What an upsert inserted is not what was there before.
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

/** Brings fields that follow from others up to date; read anew, as the caller may have asked for the record before the change, or for a part. */
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

/** Times move with every change; what an upsert inserts gets the defaults that neither filter nor update sets. */
function stamp(
  filter: object,
  update: object,
  { upsert, now, defaults }: { upsert: boolean; now: Date; defaults: object },
): Operators {
  const operators = (Object.keys(update).some(key => key.startsWith('$')) ? update : { $set: update }) as Operators
  const set = { ...operators['$set'], updated_at: now }
  if (!upsert) return { ...operators, $set: set }
  const given = new Set(
    [...Object.keys(filter), ...Object.values(operators).flatMap(changes => Object.keys(changes))].map(
      path => path.split('.', 1)[0]!,
    ),
  )
  const missing = Object.fromEntries(
    Object.entries(defaults).filter(([field]) => !given.has(field) && field !== 'updated_at'),
  )
  return { ...operators, $set: set, $setOnInsert: { ...missing, ...operators['$setOnInsert'] } }
}
