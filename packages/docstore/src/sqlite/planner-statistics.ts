import type { Connection } from './connection.ts'
import { indexNumbers, type Sample, sampleOf, span } from './planner-sample.ts'

/** A table is looked at again when its row ids reach this many times as far as before. */
const GROWTH = 1.5

/** A table with fewer row ids has no statistics: they would still be used when it has become large. */
const FEWEST = 500

/** A table of documents or of the elements of a multikey index, with the names of its indexes. */
interface Table {
  readonly name: string
  readonly indexes: readonly string[]
}

/**
 * Tells SQLite's planner how many documents an index finds for one key, for tables that are new to it or have grown.
 * Without these numbers it takes all indexes for equally selective, and may read every accepted comment to find those
 * of one asset.
 *
 * SQLite's own `ANALYZE` is not used. It counts the mean of all keys: on a site with one large discussion and thousands
 * of small ones it says that a discussion has four comments, and the planner then reads the large one whole to find
 * those of one author. Here a number is what a document chosen at random sees: how many have its key. `ANALYZE` also
 * takes ten times as long, with nobody answered meanwhile.
 *
 * @returns how many tables are left, when `most` of them have been looked at.
 */
export function refreshStatistics(writer: Connection, most = Number.POSITIVE_INFINITY): number {
  const known = knownStatistics(writer)
  const stale = tablesOf(writer).filter(table => isStale(writer, table, known))
  if (stale.length === 0) return 0
  // Makes the table of the statistics, when there is none.
  writer.exec('ANALYZE sqlite_schema')
  for (const table of stale.slice(0, most)) store(writer, table)
  // Reads them. Other connections do so when the schema changes.
  writer.exec('ANALYZE sqlite_schema; CREATE TABLE platform_analyzed (at); DROP TABLE platform_analyzed')
  return Math.max(0, stale.length - most)
}

function tablesOf(writer: Connection): Table[] {
  const rows = writer.all(
    `SELECT t.name, json_group_array(i.name) FROM sqlite_schema t JOIN sqlite_schema i ON i.tbl_name = t.name
     WHERE t.type = 'table' AND i.type = 'index' AND i.sql IS NOT NULL AND (t.name GLOB 'c:*' OR t.name GLOB 'm:*')
     GROUP BY t.name`,
  )
  return rows.map(([name, indexes]) => ({ name: String(name), indexes: JSON.parse(String(indexes)) as string[] }))
}

/** How far the row ids of its table reached when an index was looked at. */
function knownStatistics(writer: Connection): ReadonlyMap<string, number> {
  if (writer.get("SELECT 1 FROM sqlite_schema WHERE name = 'sqlite_stat1'") === undefined) return new Map()
  // SQLite passes over words at the end that it does not know.
  const rows = writer.all(
    "SELECT idx, substr(stat, instr(stat, ' span=') + 6) FROM sqlite_stat1 WHERE instr(stat, ' span=') > 0",
  )
  return new Map(rows.map(([index, reached]) => [String(index), Number(reached)]))
}

function isStale(writer: Connection, { name, indexes }: Table, known: ReadonlyMap<string, number>): boolean {
  const { length } = span(writer, name)
  return length >= FEWEST && indexes.some(index => length >= GROWTH * (known.get(index) ?? 0))
}

function store(writer: Connection, { name, indexes }: Table): void {
  writer.run('DELETE FROM sqlite_stat1 WHERE tbl = ?', [name])
  const sample = sampleOf(writer, name)
  for (const index of indexes) write(writer, sample, { index, numbers: indexNumbers(writer, sample, index) })
  // The key of a table of elements is the document and the element. SQLite has the name of the table for it.
  if (name.startsWith('m:')) write(writer, sample, { index: name, numbers: [sample.rows, sample.perDocument] })
}

function write(
  writer: Connection,
  { table, length }: Sample,
  { index, numbers }: { readonly index: string; readonly numbers: readonly number[] },
): void {
  // The planner must not use an index whose first key the query does not name, once for each value of that key. A list
  // that is limited and sorted would be collected from all of them and sorted, instead of read from its beginning.
  const stat = `${numbers.map(number => Math.max(1, Math.round(number))).join(' ')} noskipscan span=${length}`
  writer.run('INSERT INTO sqlite_stat1 (tbl, idx, stat) VALUES (?, ?, ?)', [table, index, stat])
}
