import type { TransactionSession } from '../job-queue.ts'
import { parsed, type Shape } from './shape.ts'
import type { RecordStore, StoredRecord } from './store.ts'
import type { ModelRecords } from './types.ts'

/** How many records one transaction changes. */
const BATCH = 100
/** How many of the records that could not be changed an error names. */
const MOST_NAMED = 5

interface Migration extends Pick<ModelRecords<object>, 'outdated' | 'newer' | 'migrate'> {
  /** A stored record as the current version has it, without the fields that only the store uses. */
  current(stored: StoredRecord): object
}

/** One page of records after its transaction. */
interface ChangedPage {
  /** The id of the page's last record; `null` when there was no record. */
  readonly last: string | null
  readonly changed: number
  readonly failures: readonly string[]
}

/** Changes records that older versions of a model stored. */
export function createMigration(shape: Shape, store: RecordStore): Migration {
  const collection = store.collection(shape.name)
  // Records without a version were stored without the model, and count as the first.
  const older = [null, ...Array.from({ length: shape.version - 1 }, (_, i) => i + 1)]

  async function changePage(filter: object, session: TransactionSession): Promise<ChangedPage> {
    const page = await collection.find(filter, { sort: { id: 1 }, limit: BATCH, session }).toArray()
    const documents: StoredRecord[] = []
    const failures: string[] = []
    for (const stored of page)
      await documentOf(shape, stored).then(
        document => documents.push(document),
        (error: unknown) => failures.push(error instanceof Error ? error.message : String(error)),
      )
    for (const document of documents) await collection.replaceOne({ id: document.id }, document, { session })
    return { last: page.at(-1)?.id ?? null, changed: documents.length, failures }
  }

  return {
    current: stored => currentOf(shape, stored),
    outdated: () => collection.countDocuments({ record_version: { $in: older } }),
    newer: () => collection.countDocuments({ record_version: { $gt: shape.version } }),
    async migrate({ signal } = {}) {
      let changed = 0
      let failed = 0
      const named: string[] = []
      for (const record_version of older) {
        for (let after: string | null = ''; after !== null; ) {
          signal?.throwIfAborted()
          const filter: object = { record_version, id: { $gt: after } }
          const page: ChangedPage = await store.transaction(session => changePage(filter, session))
          changed += page.changed
          failed += page.failures.length
          named.push(...page.failures.slice(0, MOST_NAMED - named.length))
          after = page.last
        }
      }
      if (failed > 0) throw new Error(reportOf(failed, named))
      return changed
    },
  }
}

async function documentOf(shape: Shape, stored: StoredRecord): Promise<StoredRecord> {
  const { id, ...fields } = currentOf(shape, stored)
  try {
    return { ...(await parsed(shape, fields)), id, record_version: shape.version }
  } catch (error) {
    throw new Error(`record ${id} of ${error instanceof Error ? error.message : String(error)}`, { cause: error })
  }
}

/** A stored record, changed step by step to the current version. A record of a newer version stays as it is. */
function currentOf({ name, version, migrations }: Shape, stored: StoredRecord): { readonly id: string } {
  const { _id, record_version, ...fields } = stored
  let record: object = fields
  for (let next = (record_version ?? 1) + 1; next <= version; next++) {
    try {
      record = migrations[next]?.({ ...record, id: stored.id }) ?? record
    } catch (error) {
      const why = error instanceof Error ? error.message : String(error)
      throw new Error(`record ${stored.id} of ${name} can't be changed to version ${next}: ${why}`, { cause: error })
    }
  }
  return { ...record, id: stored.id }
}

function reportOf(failed: number, named: readonly string[]): string {
  const rest = failed > named.length ? `\nand ${failed - named.length} more` : ''
  return `${failed} records were not changed; correct the migration or the records:\n${named.join('\n')}${rest}`
}
