import type { Db } from 'mongodb'

/** Where we note which indexes we made, to tell them from those an operator added. */
const COLLECTION = 'platform_indexes'

interface Remembered {
  readonly _id: string
  readonly names: readonly string[]
}

export async function rememberedIndexes(database: Db, collection: string): Promise<readonly string[]> {
  const remembered = await database.collection<Remembered>(COLLECTION).findOne({ _id: collection })
  return remembered?.names ?? []
}

export async function rememberIndexes(database: Db, collection: string, names: readonly string[]): Promise<void> {
  await database
    .collection<Remembered>(COLLECTION)
    .updateOne({ _id: collection }, { $set: { names } }, { upsert: true })
}
