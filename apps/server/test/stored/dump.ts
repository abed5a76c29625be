import { DatabaseSync } from 'node:sqlite'

/** Tables with samples for SQLite's planner: they hold no data, and each server that opens the file makes them anew. */
const SAMPLES = /^sqlite_/

/** The whole database as statements of SQL that make it again: tables, rows, indexes and the version of the layout. */
export function dumpDatabase(file: string): string {
  const database = new DatabaseSync(file, { readOnly: true })
  try {
    const made = database
      .prepare('SELECT type, name, sql FROM sqlite_schema WHERE sql IS NOT NULL ORDER BY type DESC, name')
      .all() as { type: string; name: string; sql: string }[]
    const own = made.filter(({ name }) => !SAMPLES.test(name))
    const { user_version: version } = database.prepare('PRAGMA user_version').get() as { user_version: number }
    const tables = own.filter(({ type }) => type === 'table')
    return [
      `PRAGMA user_version = ${version};`,
      ...tables.map(({ sql }) => `${sql};`),
      ...tables.flatMap(({ name }) => rowsOf(database, name)),
      ...own.filter(({ type }) => type !== 'table').map(({ sql }) => `${sql};`),
      '',
    ].join('\n')
  } finally {
    database.close()
  }
}

/** One statement for each row; `quote` writes every kind of value so that it is read as it was. */
function rowsOf(database: DatabaseSync, table: string): string[] {
  const name = quoted(table)
  const columns = (database.prepare(`PRAGMA table_info(${name})`).all() as { name: string }[]).map(column =>
    quoted(column.name),
  )
  const values = columns.map(column => `quote(${column})`).join(` || ', ' || `)
  const rows = database.prepare(`SELECT ${values} AS row FROM ${name} ORDER BY ${columns.join(', ')}`).all() as {
    row: string
  }[]
  return rows.map(({ row }) => `INSERT INTO ${name} (${columns.join(', ')}) VALUES (${row});`)
}

/** Makes a database of a dump. */
export function restoreDatabase(file: string, sql: string): void {
  const database = new DatabaseSync(file)
  try {
    database.exec(`BEGIN; ${sql} COMMIT;`)
  } finally {
    database.close()
  }
}

function quoted(name: string): string {
  return `"${name.replaceAll('"', '""')}"`
}
