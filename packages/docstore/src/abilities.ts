import type { Collection, FindOptions } from './contract/collection.ts'
import type { FindExplanation, FirstOfEachQuery } from './contract/docstore.ts'
import type { Filter } from './contract/filter.ts'

/** Operations of a store on a collection that the driver's interface does not have. */
export interface Abilities {
  firstOfEach(query: FirstOfEachQuery<object>): Promise<object[]>
  explainFind(filter: Filter, options: FindOptions): Promise<FindExplanation>
}

/** The property with the abilities of a collection, which with MongoDB is the driver's own object. */
const ABILITIES = Symbol('abilities')

export function grantAbilities(collection: object, granted: Abilities): void {
  Object.defineProperty(collection, ABILITIES, { value: granted })
}

function abilitiesOf(collection: object): Abilities {
  const { [ABILITIES]: granted } = collection as { readonly [ABILITIES]?: Abilities }
  if (!granted) throw new TypeError('This collection does not come from connectDocstore(...).collection(...)')
  return granted
}

/**
 * Reads the first `limit` documents of every group. A group has all documents with the same value of `by`. It takes one
 * query for any number of groups. Results come group by group, each in the order of `sort`.
 *
 * @example
 * // the three newest replies under each of these comments
 * await firstOfEach(comments, {
 *   filter: { parent_id: { $in: ids } },
 *   by: 'parent_id',
 *   sort: { created_at: -1, _id: -1 },
 *   limit: 3,
 * })
 */
export async function firstOfEach<T extends object>(
  collection: Collection<T>,
  query: FirstOfEachQuery<T>,
): Promise<T[]> {
  // The caller's type of the documents is not checked, as in the driver.
  return (await abilitiesOf(collection).firstOfEach(query as unknown as FirstOfEachQuery<object>)) as T[]
}

/**
 * Explains how the store would answer a `find`: whether it uses an index, and, with MongoDB, how many documents it
 * reads.
 *
 * @example
 * (await explainFind(comments, { asset_id: 'a' }, { sort: { created_at: -1 } })).usesIndex // true
 */
export async function explainFind<T extends object>(
  collection: Collection<T>,
  filter: Filter<T>,
  options: FindOptions = {},
): Promise<FindExplanation> {
  return abilitiesOf(collection).explainFind(filter as Filter, options)
}
