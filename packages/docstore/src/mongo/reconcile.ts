import { type CreateIndexesOptions, type Db, type Document, MongoServerError } from 'mongodb'
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
import { declaredNameOf, excludesFormer, isSame, nameOfForm, type PresentIndex } from './index-forms.ts'
import { onShards, shardKeysIn } from './shards.ts'

type Plan = { -readonly [K in keyof IndexPlan]: IndexPlan[K][number][] }

/** The changes to the indexes of one collection. */
interface Difference {
  readonly collection: string
  readonly create: readonly Missing[]
  readonly drop: readonly string[]
  /** The names of all indexes of this package after the changes. */
  readonly all: readonly string[]
}

/** An index that has to be made. */
interface Missing {
  readonly declaration: IndexDeclaration
  /** The name in the database, where an index of the declared name may have other keys. */
  readonly name: string
  /** The indexes that other versions declared by the same name. */
  readonly former: readonly string[]
}

/**
 * Changes the indexes to those declared, or only plans that. Indexes that an operator made do not change.
 *
 * An index that is declared with other keys than before is made beside the former one, which is dropped afterwards, or
 * kept with all that are not declared: queries have one of the two at any time, and servers of the version before find
 * theirs.
 */
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
  const present = await presentIndexes(database, collection)
  const ours = new Set(await rememberedIndexes(database, collection))
  const used = new Set<string>()
  const create: Missing[] = []
  const drop: string[] = []
  for (const declaration of indexes) {
    const { name } = declaration
    const forms = present.filter(index => declaredNameOf(index.name) === name)
    for (const form of forms) ours.add(form.name)
    // An operator may have made the same index by another name, and the database has each of them once.
    const known = [...forms, ...present].find(index => isSame(index, declaration))
    const former = forms.filter(form => form !== known)
    plan[known ? 'unchanged' : former.length > 0 ? 'replaced' : 'created'].push({ collection, name })
    if (known) used.add(known.name)
    else
      create.push({ declaration, name: former.length > 0 ? nameOfForm(declaration) : name, former: former.map(nameOf) })
    // One that keeps values unique could refuse what this version writes.
    const refusing = former.filter(({ unique }) => unique).map(nameOf)
    drop.push(...refusing)
    if (known) plan.dropped.push(...refusing.map(former => ({ collection, name: former, isFormer: true })))
  }
  const left = present.map(nameOf).filter(name => ours.has(name) && !used.has(name) && !drop.includes(name))
  const names = new Set(indexes.map(nameOf))
  const replaced = keepUndeclared ? [] : create.flatMap(({ former }) => former)
  plan[keepUndeclared ? 'kept' : 'dropped'].push(
    ...left
      .filter(name => !replaced.includes(name))
      .map(name => ({ collection, name, ...(names.has(declaredNameOf(name)) && { isFormer: true }) })),
  )
  const made = [...used].filter(name => ours.has(name)).concat(create.map(nameOf))
  if (!keepUndeclared) return { collection, create, drop: [...drop, ...left], all: made }
  return { collection, create, drop, all: [...made, ...left] }
}

const nameOf = ({ name }: { readonly name: string }) => name

async function presentIndexes(database: Db, collection: string): Promise<PresentIndex[]> {
  try {
    return (await database.collection(collection).listIndexes().toArray()) as PresentIndex[]
  } catch (error) {
    // The server does not know a collection without any write.
    if (error instanceof MongoServerError && error.codeName === 'NamespaceNotFound') return []
    throw error
  }
}

async function change(database: Db, difference: Difference, hold: Hold | undefined): Promise<void> {
  const collection = database.collection(difference.collection)
  const dropped = new Set<string>()
  const drop = async (name: string) => {
    if (dropped.has(name)) return
    await hold?.check()
    await collection.dropIndex(name)
    dropped.add(name)
  }
  for (const { declaration, name, former } of difference.create) {
    const make = async () => {
      await hold?.check()
      await collection.createIndex(declaration.keys, { ...indexOptions(declaration), name })
    }
    try {
      await make().catch(async error => {
        if (former.length === 0 || !excludesFormer(error)) throw error
        for (const each of former) await drop(each)
        await make()
      })
    } catch (error) {
      throw await createFailure(database, difference, { declaration, error })
    }
  }
  for (const name of difference.drop) await drop(name)
}

function indexOptions({ unique, partial, expireAfterSeconds }: IndexDeclaration): CreateIndexesOptions {
  return {
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
  for (const { declaration } of create.filter(({ declaration: { unique } }) => unique)) {
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
