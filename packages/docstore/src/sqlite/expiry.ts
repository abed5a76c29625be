import type { Catalog } from './catalog.ts'
import type { Connection } from './connection.ts'
import { keyOf, TYPE_BOUNDS } from './key.ts'
import type { WriteQueue } from './queue.ts'
import { deleteRow } from './rows.ts'
import { answeringColumn, type CollectionSchema, type StoredIndex } from './schema.ts'

/** The parts of the store that the removal of expired documents works with. */
export interface ExpiryParts {
  readonly catalog: Catalog
  readonly queue: WriteQueue
  readonly writer: Connection
}

/** The most documents that one write deletes, so that other writes do not wait long. */
const PAGE = 500

/** Deletes the documents that have expired by an index with `expireAfterSeconds`. */
export async function removeExpired({ catalog, queue, writer }: ExpiryParts): Promise<void> {
  for (const { name } of catalog.indexedCollections()) {
    for (const index of catalog.schemaOf(name).indexes) {
      if (index.declaration.expireAfterSeconds === undefined) continue
      const removePage = () => removeSome(writer, catalog.schemaOf(name), index)
      while ((await queue.enqueue(removePage)) === PAGE);
    }
  }
}

function removeSome(writer: Connection, schema: CollectionSchema, index: StoredIndex): number {
  const seconds = index.declaration.expireAfterSeconds
  const column = answeringColumn(schema, index.keys[0]?.path ?? '')?.column
  if (seconds === undefined || column === undefined) return 0
  const limit = keyOf(new Date(Date.now() - seconds * 1000))
  const covered = index.cover ? ` AND ${index.cover.column} = 1` : ''
  const rows = writer.all(
    `SELECT rid FROM ${schema.table} WHERE ${column} >= ? AND ${column} <= ?${covered} LIMIT ${PAGE}`,
    [TYPE_BOUNDS.date.from, limit],
  )
  for (const [rid] of rows) deleteRow(writer, schema, rid as number)
  return rows.length
}
