import type { Collection, FindOptions } from './contract/collection.ts'
import type { FindExplanation, FirstOfEachQuery } from './contract/docstore.ts'
import type { Filter } from './contract/filter.ts'

/** What a store can do with a collection beyond the driver's interface. */
export interface Abilities {
  firstOfEach(query: FirstOfEachQuery<object>): Promise<object[]>
  explainFind(filter: Filter, options: FindOptions): Promise<FindExplanation>
}

/** With MongoDB a collection is the driver's own object, so these are kept beside it. */
const abilities = new WeakMap<object, Abilities>()

export function grantAbilities(collection: object, granted: Abilities): void {
  abilities.set(collection, granted)
}

function abilitiesOf(collection: object): Abilities {
  const granted = abilities.get(collection)
  if (!granted) throw new TypeError('This collection does not come from connectDocstore(...).collection(...)')
  return granted
}

/**
 * The first `limit` documents of every group, a group being the documents with the same value of `by`. One query of
 * the store, for any number of groups. Results come group by group, each in the order of `sort`.
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
  // Documents are what the caller says they are, as in the driver.
  return (await abilitiesOf(collection).firstOfEach(query as unknown as FirstOfEachQuery<object>)) as T[]
}

/**
 * How the store would answer a `find`: whether an index is used, and how many documents are looked at where it tells.
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
