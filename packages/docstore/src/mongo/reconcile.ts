import { type CreateIndexesOptions, type Db, type Document, type IndexDescriptionInfo, MongoServerError } from 'mongodb'
import { conflictError } from '../conflict.ts'
import type { Hold } from '../contract/hold.ts'
import type {
  CollectionIndexes,
  IndexConflict,
  IndexDeclaration,
  IndexPlan,
  ReconcileOptions,
} from '../contract/indexes.ts'
import { checkDeclarations } from '../declaration.ts'
import { DocstoreError, isDuplicateKeyError } from '../errors.ts'
import { duplicatesOf } from './duplicates.ts'
import { onShards, shardKeysIn } from './shards.ts'

type Plan = { -readonly [K in keyof IndexPlan]: IndexPlan[K][number][] }

/** The changes to the indexes of one collection. */
interface Difference {
  readonly collection: string
  readonly create: readonly IndexDeclaration[]
  readonly drop: readonly string[]
  /** The names of all indexes of this package after the changes. */
  readonly all: readonly string[]
}

/** Changes the indexes to those declared, or only plans that. Indexes that an operator made do not change. */
export async function reconcileIndexes(
  database: Db,
  declared: readonly CollectionIndexes[],
  { dryRun = false, keepUndeclared = false, hold }: ReconcileOptions,
): Promise<IndexPlan> {
  checkDeclarations(declared)
  const plan: Plan = { created: [], replaced: [], dropped: [], kept: [], unchanged: [], conflicts: [] }
  const differences: Difference[] = []
  const shardKeys = await shardKeysIn(
    database,
    declared.map(({ collection }) => collection),
  )
  for (const { collection, indexes } of declared) {
    const needed = indexes.flatMap(declaration => onShards(declaration, shardKeys.get(collection)))
    differences.push(await differenceOf(database, { collection, indexes: needed, keepUndeclared }, plan))
  }
  if (dryRun) {
    for (const difference of differences) plan.conflicts.push(...(await conflictsOf(database, difference)))
    return plan
  }
  for (const difference of differences) {
    await change(database, difference, hold)
    await hold?.check()
    await rememberIndexes(database, difference.collection, difference.all)
  }
  return plan
}

async function differenceOf(
  database: Db,
  { collection, indexes, keepUndeclared }: CollectionIndexes & { readonly keepUndeclared: boolean },
  plan: Plan,
): Promise<Difference> {
  const present = new Map((await presentIndexes(database, collection)).map(index => [index.name, index]))
  const ours = await rememberedIndexes(database, collection)
  const create: IndexDeclaration[] = []
  const drop: string[] = []
  for (const declaration of indexes) {
    const { name } = declaration
    const known = present.get(name)
    if (known && isSame(known, declaration)) {
      plan.unchanged.push({ collection, name })
      continue
    }
    create.push(declaration)
    if (known) drop.push(name)
    plan[known ? 'replaced' : 'created'].push({ collection, name })
  }
  const declaredNames = indexes.map(({ name }) => name)
  const undeclared = ours.filter(name => present.has(name) && !declaredNames.includes(name))
  plan[keepUndeclared ? 'kept' : 'dropped'].push(...undeclared.map(name => ({ collection, name })))
  if (!keepUndeclared) return { collection, create, drop: [...drop, ...undeclared], all: declaredNames }
  return { collection, create, drop, all: [...declaredNames, ...undeclared] }
}

async function presentIndexes(database: Db, collection: string): Promise<IndexDescriptionInfo[]> {
  try {
    return (await database.collection(collection).listIndexes().toArray()) as IndexDescriptionInfo[]
  } catch (error) {
    // The server does not know a collection without any write.
    if (error instanceof MongoServerError && error.codeName === 'NamespaceNotFound') return []
    throw error
  }
}

function isSame(known: IndexDescriptionInfo, declared: IndexDeclaration): boolean {
  return (
    comparable(
      Object.entries(known.key),
      known.unique,
      known['partialFilterExpression'] as Document | undefined,
      known['expireAfterSeconds'],
    ) === comparable(Object.entries(declared.keys), declared.unique, declared.partial, declared.expireAfterSeconds)
  )
}

function comparable(...parts: readonly unknown[]): string {
  return JSON.stringify(parts.map(part => (part || part === 0 ? part : null)))
}

async function change(database: Db, difference: Difference, hold: Hold | undefined): Promise<void> {
  const collection = database.collection(difference.collection)
  for (const name of difference.drop) {
    await hold?.check()
    await collection.dropIndex(name)
  }
  for (const declaration of difference.create) {
    await hold?.check()
    try {
      await collection.createIndex(declaration.keys, indexOptions(declaration))
    } catch (error) {
      throw await createFailure(database, difference, { declaration, error })
    }
  }
}

function indexOptions({ name, unique, partial, expireAfterSeconds }: IndexDeclaration): CreateIndexesOptions {
  return {
    name,
    ...(unique && { unique }),
    ...(partial && { partialFilterExpression: partial as Document }),
    ...(expireAfterSeconds !== undefined && { expireAfterSeconds }),
  }
}

async function createFailure(
  database: Db,
  difference: Difference,
  { declaration, error }: { declaration: IndexDeclaration; error: unknown },
): Promise<unknown> {
  if (!(error instanceof MongoServerError)) return error
  if (isDuplicateKeyError(error)) return conflictError(await conflictsOf(database, difference))
  return new DocstoreError(
    'DOCSTORE_INDEX_INVALID',
    `An index of ${difference.collection} cannot be created: ${error.message}`,
    { cause: error, indexes: [{ collection: difference.collection, name: declaration.name }] },
  )
}

async function conflictsOf(database: Db, { collection, create }: Difference): Promise<IndexConflict[]> {
  const conflicts: IndexConflict[] = []
  for (const declaration of create.filter(({ unique }) => unique)) {
    const duplicates = await duplicatesOf(database.collection(collection), declaration)
    if (duplicates.length > 0) conflicts.push({ collection, name: declaration.name, duplicates })
  }
  return conflicts
}

/** The collection with the names of the indexes that this package made. All other indexes were made by an operator. */
const MADE_INDEXES = 'platform_indexes'

interface Remembered {
  readonly _id: string
  readonly names: readonly string[]
}

async function rememberedIndexes(database: Db, collection: string): Promise<readonly string[]> {
  const remembered = await database.collection<Remembered>(MADE_INDEXES).findOne({ _id: collection })
  return remembered?.names ?? []
}

async function rememberIndexes(database: Db, collection: string, names: readonly string[]): Promise<void> {
  await database
    .collection<Remembered>(MADE_INDEXES)
    .updateOne({ _id: collection }, { $set: { names } }, { upsert: true })
}
