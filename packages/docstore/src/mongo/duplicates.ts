import type { Collection, Document } from 'mongodb'
import type { IndexConflict, IndexDeclaration } from '../contract/indexes.ts'

/** The most duplicates that an error names. */
const NAMED = 5

/** Finds the first few key values that several documents have although the index must be unique. */
export async function duplicatesOf(
  collection: Collection,
  index: IndexDeclaration,
): Promise<IndexConflict['duplicates']> {
  const paths = Object.keys(index.keys)
  const keys = Object.fromEntries(paths.map((path, position) => [`k${position}`, { $ifNull: [`$${path}`, null] }]))
  const pipeline: Document[] = [
    { $match: index.partial ?? {} },
    ...(index.multikey
      ? prefixesOf(paths).map(path => ({ $unwind: { path: `$${path}`, preserveNullAndEmptyArrays: true } }))
      : []),
    // Elements of one document may have the same key, but two documents may not.
    { $group: { _id: { document: '$_id', keys } } },
    { $group: { _id: '$_id.keys', count: { $sum: 1 } } },
    { $match: { count: { $gt: 1 } } },
    { $limit: NAMED },
  ]
  const found = await collection.aggregate<{ _id: Document; count: number }>(pipeline, { allowDiskUse: true }).toArray()
  return found.map(({ _id, count }) => ({
    count,
    keyValue: Object.fromEntries(paths.map((path, position) => [path, _id[`k${position}`] as unknown])),
  }))
}

/** Lists every prefix of the keys' paths, shorter ones first, because each may lead to the array. */
function prefixesOf(paths: readonly string[]): string[] {
  const prefixes = paths.flatMap(path => {
    const parts = path.split('.')
    return parts.map((_, index) => parts.slice(0, index + 1).join('.'))
  })
  return [...new Set(prefixes)].sort((a, b) => a.length - b.length)
}
