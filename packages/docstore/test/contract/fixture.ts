import type { Collection, Docstore, DocstoreOptions, Filter } from '../../src/index.ts'

/** Opens a new, empty store. */
export type Open = (options?: DocstoreOptions) => Promise<Docstore>

/** A document with any fields. */
export type Loose = { _id: string; [field: string]: unknown }

/** A collection of a new store, holding the given documents. */
export async function collectionWith(open: Open, documents: readonly Loose[]): Promise<Collection<Loose>> {
  const collection = (await open()).collection<Loose>('things')
  if (documents.length > 0) await collection.insertMany(structuredClone(documents))
  return collection
}

/** The ids that a filter finds, in order. */
export async function idsOf(collection: Collection<Loose>, filter: Filter<Loose>): Promise<string[]> {
  const found = await collection.find(filter).toArray()
  return found.map(({ _id }) => _id).sort()
}
