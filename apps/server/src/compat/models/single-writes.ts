import type { Collection, Filter, Projection, Sort, Update } from '@platform/docstore'
import type { Services, StoredRecord } from '@platform/plugin-sdk'
import type { z } from 'zod'
import { parseInput } from '../../input/invalid-input.ts'
import { refuseHidden } from '../../runtime/credentials.ts'
import { checkWrite, missingFields } from './check-write.ts'
import { withoutHidden } from './hidden.ts'
import { operatorsFor } from './operators.ts'
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

interface Rewritten<T extends StoredRecord> {
  readonly filter: Filter<T>
  readonly update: Update<T>
}

/** What a model is made of. */
export interface ModelDefinition<T extends StoredRecord> {
  readonly collection: string
  /** The values of a new record that neither the filter nor the update sets. */
  defaults(now: Date): Partial<T>
  /** The revisions that a change of the record moves. */
  touches(record: T): readonly string[]
  /** A complete record. A change that would leave another one is refused. */
  readonly schema: z.ZodObject
  /** Changes an upsert before it is made; without it every upsert is made as given. */
  rewriteUpsert?(filter: Filter<T>, update: Update<T>): Rewritten<T> | Promise<Rewritten<T>>
  /** The fields that follow from other fields of a record; `null` if they are right already. */
  derive?(record: T): Partial<T> | null
  /** Gives a record that was read the fields that the store leaves out. */
  complete?(record: T): T
  /** The fields that no plugin gets. */
  readonly hidden?: readonly string[]
  /** The methods of the records. */
  readonly methods?: object
}

/** The stores of the platform that runs, and the model's collection in them. */
export interface Opened<T extends StoredRecord> {
  readonly services: Services
  readonly collection: Collection<T>
}

/** How a model changes single records. */
export function writesOf<T extends StoredRecord>(definition: ModelDefinition<T>, open: () => Opened<T>) {
  const { defaults, touches, schema, rewriteUpsert, derive, collection: name, hidden = [] } = definition
  /** @returns whether fields that follow from others were changed too. */
  const changed = async (record: T): Promise<boolean> => {
    const { services, collection } = open()
    const isFollowed = derive !== undefined && (await follow(collection, record, derive))
    services.revisions.bump(...touches(record))
    return isFollowed
  }
  const records = recordsOf<T>({
    methods: definition.methods ?? Object.prototype,
    complete: definition.complete ?? (record => record),
    async insert(record) {
      parseInput(schema, record)
      await open().collection.insertOne(record)
      await changed(record)
    },
    async update(record, changes) {
      refuseHidden(changes, hidden)
      return findOneAndUpdate({ id: record.id } as Filter<T>, changes as Update<T>)
    },
  })

  async function findOneAndUpdate(
    givenFilter: Filter<T>,
    givenUpdate: Update<T>,
    { upsert = false, sort, projection, ...options }: ModelUpdateOptions = {},
  ): Promise<ModelRecord<T> | null> {
    const { services, collection } = open()
    const given = { filter: givenFilter, update: givenUpdate }
    const { filter, update } = upsert && rewriteUpsert ? await rewriteUpsert(givenFilter, givenUpdate) : given
    const now = services.clock.now()
    const operators = operatorsFor({ filter, update, upsert, now, defaults: defaults(now) })
    const write = { filter, operators, upsert }
    checkWrite(schema, write)
    const incomplete = upsert ? missingFields(schema, write) : null
    const after = options.new === true || options.returnDocument === 'after'
    const shown = { projection: withoutHidden(projection, { name, hidden }) }
    const { read, unasked } = withKeys(shown.projection)
    const found = await collection.findOneAndUpdate(filter, operators as Update<T>, {
      upsert: upsert && incomplete === null,
      returnDocument: after ? 'after' : 'before',
      ...(sort ? { sort } : {}),
      projection: read,
    })
    if (!found && incomplete) throw incomplete
    // The store may return `null` for a record that it, or another upsert at that moment, inserted.
    const record = found ?? (upsert ? await collection.findOne(filter) : null)
    if (!record) return null
    const isFollowed = await changed(record)
    const isStale = isFollowed || !found
    const current = after && isStale ? await collection.findOne({ id: record.id } as Filter<T>, shown) : null
    for (const key of unasked) Reflect.deleteProperty(record, key)
    const answer = current ?? found
    return answer && records.read(answer)
  }

  async function updateOne(filter: Filter<T>, update: Update<T>, options: ModelUpdateOptions = {}) {
    const found = await findOneAndUpdate(filter, update, { ...options, new: true })
    return { matchedCount: found ? 1 : 0, modifiedCount: found ? 1 : 0 }
  }
  return { records, findOneAndUpdate, updateOne }
}

/**
 * Updates the fields that follow from others. The record is read again, because the caller may have a part of it, or
 * its state before the change.
 *
 * @returns whether they were different.
 */
async function follow<T extends StoredRecord>(
  collection: Collection<T>,
  { id }: T,
  derive: (record: T) => Partial<T> | null,
): Promise<boolean> {
  const stored = await collection.findOne({ id } as Filter<T>)
  const $set = stored && derive(stored)
  if ($set) await collection.updateOne({ id } as Filter<T>, { $set } as Update<T>)
  return $set !== null
}

/** The fields by which the revisions of a changed record are found. */
const KEYS = ['id', 'asset_id'] as const

/** A projection that reads the keys of a record too, and the keys that were not asked for. */
function withKeys(projection: Projection): { readonly read: Projection; readonly unasked: readonly string[] } {
  const { _id, ...fields } = projection
  const given = Object.values(fields)
  const includes = given.some(Boolean) || (given.length === 0 && Boolean(_id))
  const unasked = KEYS.filter(key => includes !== Object.hasOwn(fields, key))
  const kept = Object.entries(projection).filter(([path]) => includes || !unasked.some(key => key === path))
  const added = includes ? unasked.map(key => [key, 1] as const) : []
  return { read: Object.fromEntries([...kept, ...added]), unasked }
}
