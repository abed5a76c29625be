import type { Connection } from './connection.ts'
import { decodeDocument } from './document.ts'
import { indexName, unquoted } from './name.ts'
import { insertElements, rowKeys, statementsOf } from './rows.ts'
import type { CollectionSchema, StoredIndex } from './schema.ts'

/** The number of rows that get new keys in one step. */
const PAGE = 500

/** Makes the table of a collection with the columns of its indexes, if there is no such table yet. */
export function createTable(writer: Connection, schema: CollectionSchema): void {
  const columns = statementsOf(schema).columns.map(column => `, ${definitionOf(column)}`)
  writer.exec(
    `CREATE TABLE IF NOT EXISTS ${schema.table} ` +
      `(rid INTEGER PRIMARY KEY, _id NOT NULL, doc TEXT NOT NULL${columns.join('')})`,
  )
  writer.exec(`CREATE UNIQUE INDEX IF NOT EXISTS ${indexName(schema.name, '_id_')} ON ${schema.table} (_id)`)
}

/**
 * Columns named `?...` are the covers of partial indexes, the others have keys. -9e999 is the key of a missing value.
 */
function definitionOf(column: string): string {
  return `${column} NOT NULL DEFAULT ${defaultOf(column) === 0 ? '0' : '-9e999'}`
}

function defaultOf(column: string): number {
  return column.startsWith('"?') ? 0 : Number.NEGATIVE_INFINITY
}

export function dropIndex(writer: Connection, index: StoredIndex): void {
  writer.exec(`DROP INDEX IF EXISTS ${index.sqlName}`)
  if (index.elements) writer.exec(`DROP TABLE IF EXISTS ${index.elements}`)
}

/** Drops the columns that no index needs any more, so that no column has outdated keys. */
export function dropUnusedColumns(
  writer: Connection,
  current: CollectionSchema,
  { next, dropped }: { readonly next: CollectionSchema; readonly dropped: readonly StoredIndex[] },
): void {
  const unused = [...current.columns.values()].filter(({ path }) => !next.columns.has(path)).map(({ column }) => column)
  const covers = dropped.flatMap(({ cover, elements }) => (cover && !elements ? [cover.column] : []))
  for (const column of [...unused, ...covers]) writer.exec(`ALTER TABLE ${current.table} DROP COLUMN ${column}`)
}

/** Adds the columns and element tables of new indexes, and fills them from the documents. */
export function addKeys(writer: Connection, next: CollectionSchema, fresh: readonly StoredIndex[]): void {
  const present = new Set(
    writer.all(`SELECT name FROM pragma_table_info(?)`, [unquoted(next.table)]).map(([name]) => String(name)),
  )
  const { columns } = statementsOf(next)
  const added = columns.filter(column => !present.has(unquoted(column)))
  for (const column of added) writer.exec(`ALTER TABLE ${next.table} ADD COLUMN ${definitionOf(column)}`)
  for (const index of fresh) if (index.elements) createElements(writer, index)
  if (added.length > 0 || fresh.some(index => index.elements)) fillKeys(writer, next, { added, fresh })
}

function createElements(writer: Connection, index: StoredIndex): void {
  const columns = index.keys.map((_, position) => `k${position}`).join(', ')
  writer.exec(`CREATE TABLE ${index.elements} (rid NOT NULL, ${columns}, PRIMARY KEY (rid, ${columns})) WITHOUT ROWID`)
}

function fillKeys(
  writer: Connection,
  next: CollectionSchema,
  { added, fresh }: { added: readonly string[]; fresh: readonly StoredIndex[] },
): void {
  const { columns } = statementsOf(next)
  const positions = added.map(column => columns.indexOf(column))
  const assignments = added.map(column => `${column} = ?`).join(', ')
  const select = `SELECT rid, doc FROM ${next.table} WHERE rid > ? ORDER BY rid LIMIT ${PAGE}`
  for (let rows = writer.all(select, [0]); rows.length > 0; rows = writer.all(select, [rows.at(-1)?.[0] as number])) {
    for (const [rid, text] of rows) {
      const keys = rowKeys(writer, next, decodeDocument(text as string))
      const values = positions.map(position => keys.columns[position] ?? null)
      // Most documents have nothing that a partial index holds. To write each of them would write the file anew.
      if (values.some((value, i) => value !== defaultOf(added[i] as string)))
        writer.run(`UPDATE ${next.table} SET ${assignments} WHERE rid = ?`, [...values, rid as number])
      insertElements(writer, next, { rid: rid as number, keys, only: fresh })
    }
  }
}

/** Creates the SQL index of a declared index. */
export function createIndex(writer: Connection, schema: CollectionSchema, index: StoredIndex): void {
  const unique = index.declaration.unique ? 'UNIQUE ' : ''
  const terms = index.keys.map(({ path, direction }, position) => {
    const column = index.elements ? `k${position}` : schema.columns.get(path)?.column
    return direction === -1 ? `${column} DESC` : column
  })
  const covered = index.cover && !index.elements ? ` WHERE ${index.cover.column} = 1` : ''
  writer.exec(
    `CREATE ${unique}INDEX ${index.sqlName} ON ${index.elements ?? schema.table} (${terms.join(', ')})${covered}`,
  )
}
