import { type Db, type Document, MongoServerError } from 'mongodb'
import type { IndexDeclaration } from '../contract/indexes.ts'
import { DocstoreError } from '../errors.ts'

/** The paths of a shard key in their order. */
export type ShardKey = readonly string[]

/** What is added to the name of an index for the one that keeps its values unique on each shard. */
const UNIQUE = '_unique_in_shard_key'

const UNAUTHORIZED = 13

/**
 * Finds out by which keys collections are sharded. Routers know that, which answer for all shards; a server that is no
 * router has whole collections only.
 *
 * @throws DocstoreError `DOCSTORE_UNAVAILABLE` when the user may not read that
 */
export async function shardKeysIn(database: Db, collections: readonly string[]): Promise<Map<string, ShardKey>> {
  const hello = await database.command({ hello: 1 })
  if (hello['msg'] !== 'isdbgrid') return new Map()
  const names = new Map(collections.map(name => [`${database.databaseName}.${name}`, name]))
  try {
    const known = database.client.db('config').collection<{ _id: string }>('collections')
    const records = await known.find({ _id: { $in: [...names.keys()] } }).toArray()
    return new Map(
      records.flatMap(record => {
        const key = keyIn(record)
        return key ? [[names.get(record._id)!, key] as const] : []
      }),
    )
  } catch (error) {
    if (!(error instanceof MongoServerError) || error.code !== UNAUTHORIZED) throw error
    throw new DocstoreError(
      'DOCSTORE_UNAVAILABLE',
      'The user of the document store may not read config.collections, which says how collections are sharded; ' +
        'grant the role read on the database config',
      { cause: error },
    )
  }
}

/** The key in a record of `config.collections`. Collections that are not sharded may have a record, too. */
export function keyIn({ key, unsplittable, dropped }: Document): ShardKey | undefined {
  return key && unsplittable !== true && dropped !== true ? Object.keys(key as Document) : undefined
}

/**
 * The indexes that a declared one needs on a collection with that shard key. Shards keep values unique only by an index
 * that begins with the key. For another one the key is put before its own keys, and a second index finds by those. The
 * values themselves stay unique if they belong to one value of the key, or are random.
 */
export function onShards(declaration: IndexDeclaration, shardKey: ShardKey | undefined): readonly IndexDeclaration[] {
  const { unique, ...plain } = declaration
  const paths = Object.keys(declaration.keys)
  if (!unique || !shardKey || shardKey.every((path, at) => paths[at] === path)) return [declaration]
  const prefix = Object.fromEntries(shardKey.map(path => [path, declaration.keys[path] ?? (1 as const)]))
  return [plain, { ...declaration, name: declaration.name + UNIQUE, keys: { ...prefix, ...declaration.keys } }]
}
