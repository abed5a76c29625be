import type { IndexDeclaration } from '../contract/indexes.ts'
import type { Doc } from './document.ts'
import { matcherOf } from './matcher.ts'
import { columnName, coverName, elementTableName, indexName, tableName } from './name.ts'

/**
 * Whether there is a table: `missing` until a write makes it, `stored` once that write is committed, and `uncertain` in
 * between.
 */
export type Presence = 'stored' | 'missing' | 'uncertain'

/** A path that has a column. */
export interface PathColumn {
  readonly path: string
  readonly parts: readonly string[]
  readonly column: string
}

/** A declared index as it is stored. */
export interface StoredIndex {
  readonly declaration: IndexDeclaration
  readonly keys: readonly { readonly path: string; readonly parts: readonly string[]; readonly direction: 1 | -1 }[]
  /** The name in SQLite. */
  readonly sqlName: string
  /** For a multikey index: the table with one row for each element. Its columns of keys are `k0`, `k1`, ... */
  readonly elements?: string
  /** For a partial index: the documents that it covers, and the column that marks them. */
  readonly cover?: { readonly column: string; readonly covers: (document: Doc) => boolean }
}

/** How one collection is stored. Only `arrayPaths` grows and `presence` changes; the rest never does. */
export interface CollectionSchema {
  readonly name: string
  readonly table: string
  readonly columns: ReadonlyMap<string, PathColumn>
  readonly indexes: readonly StoredIndex[]
  /** Paths at which some document has, or had, an array. One column can't answer conditions on them. */
  readonly arrayPaths: Set<string>
  presence: Presence
}

export function schemaOf(
  name: string,
  declarations: readonly IndexDeclaration[],
  arrayPaths: Iterable<string>,
): CollectionSchema {
  const indexes = declarations.map(declaration => storedIndex(name, declaration))
  const columns = new Map<string, PathColumn>([['_id', columnOf('_id')]])
  for (const index of indexes) {
    if (!index.elements) for (const { path } of index.keys) columns.set(path, columnOf(path))
  }
  return { name, table: tableName(name), columns, indexes, arrayPaths: new Set(arrayPaths), presence: 'uncertain' }
}

function columnOf(path: string): PathColumn {
  return { path, parts: path.split('.'), column: columnName(path) }
}

export function storedIndex(collection: string, declaration: IndexDeclaration): StoredIndex {
  return {
    declaration,
    keys: Object.entries(declaration.keys).map(([path, direction]) => ({ path, parts: path.split('.'), direction })),
    sqlName: indexName(collection, declaration.name),
    ...(declaration.multikey && { elements: elementTableName(collection, declaration.name) }),
    ...(declaration.partial && {
      cover: { column: coverName(declaration.name), covers: matcherOf(declaration.partial) },
    }),
  }
}

/** Finds the column that can answer a condition on a path. */
export function answeringColumn(schema: CollectionSchema, path: string): PathColumn | undefined {
  return schema.arrayPaths.has(path) ? undefined : schema.columns.get(path)
}
