import { conflictError } from '../conflict.ts'
import type {
  CollectionIndexes,
  IndexConflict,
  IndexDeclaration,
  IndexPlan,
  IndexReference,
  ReconcileOptions,
} from '../contract/indexes.ts'
import { checkDeclarations, declarationText } from '../declaration.ts'
import { type Catalog, readSchema } from './catalog.ts'
import type { Connection } from './connection.ts'
import { type Doc, encodeDocument } from './document.ts'
import { isUniqueViolation } from './duplicate.ts'
import { duplicatesOf } from './duplicates.ts'
import { addKeys, createIndex, createTable, dropIndex, dropUnusedColumns } from './index-table.ts'
import { refreshStatistics } from './planner-statistics.ts'
import { type CollectionSchema, type StoredIndex, schemaOf, storedIndex } from './schema.ts'

type Plan = { -readonly [K in keyof IndexPlan]: IndexPlan[K][number][] }

/** The indexes that the collections must have. */
interface Wanted extends Pick<ReconcileOptions, 'keepUndeclared'> {
  readonly declared: readonly CollectionIndexes[]
}

/** The changes to the indexes of one collection. */
interface Difference {
  readonly collection: string
  readonly create: readonly IndexDeclaration[]
  readonly drop: readonly StoredIndex[]
  /** All indexes of the collection after the changes. */
  readonly all: readonly IndexDeclaration[]
}

/** Plans a reconciliation, and finds the duplicates that violate unique indexes. */
export function planIndexes(
  connection: Connection,
  catalog: Catalog,
  { declared, keepUndeclared = false }: Wanted,
): IndexPlan {
  checkDeclarations(declared)
  const plan = emptyPlan()
  for (const collection of declared) {
    const difference = differenceOf(catalog.schemaOf(collection.collection), { ...collection, keepUndeclared }, plan)
    plan.conflicts.push(...conflictsOf(connection, difference))
  }
  return plan
}

/** Changes the indexes to those declared, in one transaction. */
export function reconcile(
  writer: Connection,
  catalog: Catalog,
  { declared, keepUndeclared = false }: Wanted,
): IndexPlan {
  checkDeclarations(declared)
  const plan = emptyPlan()
  for (const collection of declared) {
    const current = catalog.schemaOf(collection.collection)
    const difference = differenceOf(current, { ...collection, keepUndeclared }, plan)
    // A new table gets all columns in one statement, because each later column costs a statement of its own.
    createTable(writer, schemaOf(current.name, difference.all, current.arrayPaths))
    change(writer, current, difference)
  }
  refreshStatistics(writer)
  return plan
}

function emptyPlan(): Plan {
  return { created: [], replaced: [], dropped: [], kept: [], unchanged: [], conflicts: [] }
}

/** Compares declared indexes with stored ones, and adds the differences to the plan. */
function differenceOf(
  current: CollectionSchema,
  { collection, indexes, keepUndeclared }: CollectionIndexes & { readonly keepUndeclared: boolean },
  plan: Plan,
): Difference {
  const stored = new Map(current.indexes.map(index => [index.declaration.name, index]))
  const create: IndexDeclaration[] = []
  const drop: StoredIndex[] = []
  for (const declaration of indexes) {
    const known = stored.get(declaration.name)
    stored.delete(declaration.name)
    const reference: IndexReference = { collection, name: declaration.name }
    if (known && declarationText(known.declaration) === declarationText(declaration)) {
      plan.unchanged.push(reference)
      continue
    }
    create.push(declaration)
    if (known) drop.push(known)
    plan[known ? 'replaced' : 'created'].push(reference)
  }
  for (const name of stored.keys()) plan[keepUndeclared ? 'kept' : 'dropped'].push({ collection, name })
  if (!keepUndeclared) return { collection, create, drop: [...drop, ...stored.values()], all: indexes }
  return { collection, create, drop, all: [...indexes, ...[...stored.values()].map(index => index.declaration)] }
}

function change(writer: Connection, current: CollectionSchema, difference: Difference): void {
  if (difference.create.length + difference.drop.length === 0) return
  const next = schemaOf(current.name, difference.all, current.arrayPaths)
  for (const index of difference.drop) dropIndex(writer, index)
  dropUnusedColumns(writer, current, { next, dropped: difference.drop })
  const fresh = next.indexes.filter(index => difference.create.includes(index.declaration))
  addKeys(writer, next, fresh)
  try {
    for (const index of fresh) createIndex(writer, next, index)
  } catch (error) {
    if (!isUniqueViolation(error)) throw error
    throw conflictError(conflictsOf(writer, difference))
  }
  writer.run('DELETE FROM platform_index WHERE collection = ?', [current.name])
  for (const declaration of difference.all) {
    const text = encodeDocument(declaration as unknown as Doc)
    writer.run('INSERT INTO platform_index (collection, name, declaration) VALUES (?, ?, ?)', [
      current.name,
      declaration.name,
      text,
    ])
  }
}

function conflictsOf(connection: Connection, { collection, create }: Difference): IndexConflict[] {
  const schema = readSchema(connection, collection)
  return create.flatMap(declaration => {
    if (!declaration.unique) return []
    const duplicates = duplicatesOf(connection, schema, storedIndex(collection, declaration))
    return duplicates.length === 0 ? [] : [{ collection, name: declaration.name, duplicates }]
  })
}
