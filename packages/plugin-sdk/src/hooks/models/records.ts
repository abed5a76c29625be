import { randomUUID } from 'node:crypto'
import { AlreadyExistsError, BadUserInputError, PlatformError } from '../../errors.ts'
import type { TransactionSession } from '../job-queue.ts'
import { createMigration } from './migration.ts'
import { parsed, type Shape } from './shape.ts'
import { isDuplicate, type RecordCollection, type RecordStore, type StoredRecord } from './store.ts'
import type { ModelRecord, ModelRecords, RecordChanges, RecordOptions } from './types.ts'

const DEFAULT_LIMIT = 100
const MOST = 1_000
const LONGEST_ID = 255
/** The longest that a read may take, so that it ends before the request that waits for it. Milliseconds. */
const LONGEST = 8_000

/** The functions for the records of a model in one store. */
export function createRecords<Fields extends object>(shape: Shape, store: RecordStore): ModelRecords<Fields> {
  const collection = store.collection(shape.name)
  const { current, outdated, newer, migrate } = createMigration(shape, store)
  // The schema was checked when the record was written, and the migrations lead to the current one.
  const read = (stored: StoredRecord) => current(stored) as ModelRecord<Fields>
  const within = <R>({ session }: RecordOptions, work: (session: TransactionSession) => Promise<R>): Promise<R> =>
    session ? work(session) : store.transaction(work)

  async function insert(record: object & { readonly id?: string }, options: RecordOptions = {}) {
    const { id = randomUUID(), ...fields } = record
    if (typeof id !== 'string' || id === '' || id.length > LONGEST_ID)
      throw new BadUserInputError(`${shape.name}: id: expected a text of 1 to ${LONGEST_ID} characters`)
    const document = { ...(await parsed(shape, fields)), id, record_version: shape.version }
    await refusingDuplicates(shape, () => collection.insertOne(document, options))
    return read(document)
  }

  async function update(id: string, changes: RecordChanges<Fields>, options: RecordOptions = {}) {
    return within(options, async session => {
      const stored = await collection.findOne({ id }, { session })
      if (!stored) return null
      assertNotNewer(shape, stored)
      const before = read(stored)
      const { id: _, ...fields } = { ...before, ...changesOf(changes, before) }
      const document = { ...(await parsed(shape, fields)), id, record_version: shape.version }
      await refusingDuplicates(shape, () => collection.replaceOne({ id }, document, { session }))
      return read(document)
    })
  }

  async function remove(id: string, options: RecordOptions = {}): Promise<boolean> {
    return (await collection.deleteOne({ id }, options)).deletedCount > 0
  }

  return {
    insert,
    update,
    remove,
    each: filter => eachOf(collection, filter ?? {}, read),
    outdated,
    newer,
    migrate,
    async get(id, options = {}) {
      const stored = await collection.findOne({ id }, options)
      return stored && read(stored)
    },
    async find(filter, { limit = DEFAULT_LIMIT, ...options } = {}) {
      const page = { limit: Math.min(Math.max(limit, 1), MOST), maxTimeMS: LONGEST }
      const found = await collection.find(filter, { ...options, ...page }).toArray()
      return found.map(read)
    },
    count: (filter = {}, options = {}) => collection.countDocuments(filter, { ...options, maxTimeMS: LONGEST }),
    batch: (changes, options = {}) =>
      within(options, async session => {
        for (const change of changes)
          if ('insert' in change) await insert(change.insert, { session })
          else if ('update' in change) await update(change.update, change.with, { session })
          else await remove(change.remove, { session })
      }),
  }
}

/** Refuses to change a record of a newer version, whose fields the schema of this one does not know. */
function assertNotNewer({ name, version }: Shape, { id, record_version: stored = 1 }: StoredRecord): void {
  if (stored <= version) return
  throw new PlatformError(
    'NEWER_RECORD',
    `${name}: another server has record ${id} in version ${stored}, and this one knows version ${version}; try again ` +
      'when all servers are updated',
    { status: 503 },
  )
}

/** Reads pages behind the last id, so that records that are stored or removed meanwhile shift no page. */
async function* eachOf<Item>(
  collection: RecordCollection,
  filter: object,
  read: (stored: StoredRecord) => Item,
): AsyncGenerator<Item> {
  for (let last = ''; ; ) {
    const page = await collection
      .find({ $and: [filter, { id: { $gt: last } }] }, { sort: { id: 1 }, limit: DEFAULT_LIMIT })
      .toArray()
    for (const stored of page) yield read(stored)
    if (page.length < DEFAULT_LIMIT) return
    last = page.at(-1)?.id ?? last
  }
}

function changesOf<Fields>(changes: RecordChanges<Fields>, record: ModelRecord<Fields>): object {
  return typeof changes === 'function' ? (changes as (record: ModelRecord<Fields>) => object)(record) : changes
}

async function refusingDuplicates({ name }: Shape, write: () => Promise<unknown>): Promise<void> {
  try {
    await write()
  } catch (error) {
    if (!isDuplicate(error)) throw error
    throw new AlreadyExistsError(null, `${name} has a record with this id, or these unique values, already`)
  }
}
