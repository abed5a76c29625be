import { DocstoreError } from '../errors.ts'

/** Quotes a name, so that SQLite accepts it in any position. */
export function quoted(name: string): string {
  return `"${name.replaceAll('"', '""')}"`
}

/** Removes the quotes of a name, as it is in SQLite's own tables. */
export function unquoted(name: string): string {
  return name.startsWith('"') ? name.slice(1, -1).replaceAll('""', '"') : name
}

/** Marks capitals, because names in SQLite ignore case and names in this store do not. */
function caseSafe(name: string): string {
  return name.replace(/[A-Z^]/g, letter => `^${letter.toLowerCase()}`)
}

export const tableName = (collection: string): string => quoted(`c:${caseSafe(checked(collection))}`)

/** The collection of a table, whose name is without quotes; `null` for a table that is none. */
export const collectionOf = (table: string): string | null =>
  table.startsWith('c:') ? table.slice(2).replace(/\^(.)/g, (_, letter: string) => letter.toUpperCase()) : null

/** The table of a multikey index, with one row for each element. */
export const elementTableName = (collection: string, index: string): string =>
  quoted(`m:${caseSafe(collection)}:${caseSafe(checked(index))}`)

export const indexName = (collection: string, index: string): string =>
  quoted(`i:${caseSafe(collection)}:${caseSafe(checked(index))}`)

/** The column with the keys of a path. */
export const columnName = (path: string): string => (path === '_id' ? '_id' : quoted(`$.${caseSafe(checked(path))}`))

/** The column that says whether a partial index covers the document. */
export const coverName = (index: string): string => quoted(`?${caseSafe(checked(index))}`)

/** The name of that column by those of the table and of the index in SQLite, all three without quotes. */
export const coverOf = (table: string, index: string): string => `?${index.slice(table.length + 1)}`

function checked(name: string): string {
  if (name.length > 0 && name.length <= 200 && !/[\0-\x1f]/.test(name)) return name
  throw new DocstoreError(
    'DOCSTORE_INDEX_INVALID',
    `${JSON.stringify(name.slice(0, 80))} cannot be the name of a collection, an index or a path`,
  )
}
