import type { Catalog } from './catalog.ts'
import type { Connection } from './connection.ts'
import { keyOf, TYPE_BOUNDS } from './key.ts'
import type { WriteQueue } from './queue.ts'
import { deleteRow } from './rows.ts'
import { answeringColumn, type CollectionSchema, type StoredIndex } from './schema.ts'

/** Documents deleted in one write, so that others are not held up. */
const PAGE = 500

/** What the removal of expired documents works with. */
export interface SweepParts {
  readonly catalog: Catalog
  readonly queue: WriteQueue
  readonly writer: Connection
  /** Milliseconds between two sweeps. */
  readonly interval: number
  readonly log: (message: string) => void
}

/** Removes expired documents, soon and then regularly; gives a function that stops it. */
export function startExpiry(parts: SweepParts): () => void {
  let timer = setTimeout(tick, Math.min(parts.interval, 1000)).unref()
  let isStopped = false
  function tick(): void {
    void sweep(parts)
      .catch((error: Error) => isStopped || parts.log(`Expired documents could not be removed: ${error.message}`))
      .finally(() => {
        if (!isStopped) timer = setTimeout(tick, parts.interval).unref()
      })
  }
  return () => {
    isStopped = true
    clearTimeout(timer)
  }
}

async function sweep({ catalog, queue, writer }: SweepParts): Promise<void> {
  for (const { name } of catalog.indexedCollections()) {
    for (const index of catalog.schemaOf(name).indexes) {
      if (index.declaration.expireAfterSeconds === undefined) continue
      const removePage = () => removeExpired(writer, catalog.schemaOf(name), index)
      while ((await queue.enqueue(removePage)) === PAGE);
    }
  }
}

function removeExpired(writer: Connection, schema: CollectionSchema, index: StoredIndex): number {
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
