import type { Connection } from './connection.ts'
import { coverOf, quoted } from './name.ts'

/** How many documents of a table are looked at. Their 80,000 pairs show a key that one of 80,000 documents shares. */
const DOCUMENTS = 400

/** An index with none of the documents looked at may have as many as three would stand for (the rule of three). */
const UNSEEN = 3

/** An index with fewer of the documents looked at is taken to be as uneven as all of them: few pairs say little. */
const ENOUGH = 100

/** Documents of a table, chosen evenly by their row ids. */
export interface Sample {
  readonly table: string
  /** How far the row ids reach. */
  readonly length: number
  /** An estimate of how many rows the table has. */
  readonly rows: number
  /** How many rows a document has: more than one in a table of elements. */
  readonly perDocument: number
  /** The keys in each column, one for each row of the sample. */
  readonly keys: ReadonlyMap<string, readonly string[]>
  /** The places of all rows of the sample in `keys`. */
  readonly all: readonly number[]
}

/** The first row id of a table, and how many there are from it to the last. */
export function span(connection: Connection, table: string): { readonly first: number; readonly length: number } {
  const name = quoted(table)
  const [first, last] = connection.get(`SELECT (SELECT min(rid) FROM ${name}), (SELECT max(rid) FROM ${name})`) ?? []
  return first === null ? { first: 0, length: 0 } : { first: Number(first), length: Number(last) - Number(first) + 1 }
}

/** Reads the keys of documents that are spread evenly over a table. */
export function sampleOf(connection: Connection, table: string): Sample {
  const { first, length } = span(connection, table)
  const name = quoted(table)
  const columns = columnsOf(connection, table)
  const select = `SELECT ${columns.map(column => `quote(${quoted(column)})`).join(', ')} FROM ${name} WHERE rid = ?`
  const next = `SELECT rid FROM ${name} WHERE rid >= ? ORDER BY rid LIMIT 1`
  const points = Math.min(DOCUMENTS, length)
  const seen = new Set<number>()
  const sampled: (readonly unknown[])[] = []
  let present = 0
  for (let n = 0; n < points; n++) {
    const point = first + Math.floor((length * (n + spread(n))) / points)
    const rid = Number(connection.get(next, [point])?.[0])
    if (rid === point) present++
    if (!seen.has(rid)) sampled.push(...connection.all(select, [rid]))
    seen.add(rid)
  }
  const perDocument = sampled.length / seen.size
  // Where most documents have been removed, hardly a row id is in use.
  const rows = Math.max(sampled.length, (length * present * perDocument) / points)
  const keys = new Map(columns.map((column, at) => [column, sampled.map(row => String(row[at]))]))
  return { table, length, rows, perDocument, keys, all: [...sampled.keys()] }
}

/** A number below 1, another for each place of the sample, so that it has no rhythm that the documents may have too. */
function spread(n: number): number {
  return (n * 0.618_033_988_749) % 1
}

function columnsOf(connection: Connection, table: string): string[] {
  const rows = connection.all("SELECT name FROM pragma_table_info(?) WHERE name NOT IN ('rid', 'doc')", [table])
  return rows.map(([name]) => String(name))
}

/** What SQLite is told of an index: how many rows it has, and then how many share its first key, its first two, ... */
export function indexNumbers(connection: Connection, sample: Sample, index: string): number[] {
  const columns = connection
    .all('SELECT name FROM pragma_index_info(?) ORDER BY seqno', [index])
    .map(([name]) => String(name))
  const covered = coveredBy(sample, index)
  const share = Math.min(1, Math.max(UNSEEN, covered.length) / sample.all.length)
  const shares = sharesOf(sample, columns, covered.length < ENOUGH ? sample.all : covered)
  return [share, ...shares.map(among => flattened(share * among))].map(part => part * sample.rows)
}

/** The places of the documents of the sample that an index has: of all, unless it is partial. */
function coveredBy({ table, keys, all }: Sample, index: string): readonly number[] {
  const marks = keys.get(coverOf(table, index))
  // The driver stores the number as 1.0.
  return marks ? all.filter(place => Number(marks[place]) === 1) : all
}

/**
 * The share of all pairs of documents that have the same first key, the same first two, and so on. It is the share of
 * documents that have the keys of one chosen at random.
 */
function sharesOf({ keys }: Sample, columns: readonly string[], places: readonly number[]): number[] {
  let groups: readonly number[] = places.map(() => 0)
  return columns.map(column => {
    const values = keys.get(column)
    const known = new Map<string, number>()
    const sizes: number[] = []
    groups = places.map((place, n) => {
      const key = `${groups[n]} ${values?.[place]}`
      const group = known.get(key) ?? known.size
      known.set(key, group)
      sizes[group] = (sizes[group] ?? 0) + 1
      return group
    })
    return sizes.reduce((sum, size) => sum + size * (size - 1), 0) / Math.max(1, places.length * (places.length - 1))
  })
}

/**
 * Takes a share of more than a tenth for one between a tenth and a fifth. If the planner were told that a key finds
 * nearly everything, it would read the whole table for a rare key as well.
 */
function flattened(share: number): number {
  return share <= 0.1 ? share : 0.1 + (share - 0.1) / 9
}
