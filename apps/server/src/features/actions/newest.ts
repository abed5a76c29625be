import { type Docstore, type Filter, firstOfEach, type Sort } from '@platform/docstore'
import type { Action } from '@platform/plugin-sdk'
import { SEARCH } from '../../paging/long-reads.ts'
import { actionIndexes, isDiscreet } from './model.ts'

/** The most flags, and the most don't-agrees, that are read of one item: what moderators decide by. */
export const MOST_DISCREET = 50
/** The most actions of any other kind that are read of one item. A popular comment has thousands of likes. */
export const MOST_OTHERS = 10

/** How many actions of a kind are read of one item. */
export const mostOf = (type: string): number => (isDiscreet({ action_type: type }) ? MOST_DISCREET : MOST_OTHERS)

/**
 * Reads the newest actions of one kind on these items, the oldest of them first. What the platform did itself is among
 * them however old it is: it says that a text has a banned word, and there is little of it.
 */
export async function newestActions(
  docstore: Docstore,
  type: string,
  itemIds: readonly string[],
): Promise<ReadonlyMap<string, readonly Action[]>> {
  const actions = docstore.collection<Action>(actionIndexes.collection)
  const limit = mostOf(type)
  const read = async (ids: readonly string[], { filter = {}, sort }: { filter?: Filter<Action>; sort: Sort }) => {
    const wanted = { ...filter, action_type: type, item_id: { $in: [...ids] } }
    const found = await firstOfEach(actions, { filter: wanted, by: 'item_id', sort, limit, ...SEARCH })
    return Map.groupBy(found, action => action.item_id)
  }
  const newest = await read(itemIds, { sort: { created_at: -1, id: -1 } })
  // Only an item with more than were read may have others of the platform. They are read as the index `once` has them.
  const full = itemIds.filter(id => newest.get(id)?.length === limit)
  const own = full.length === 0 ? null : await read(full, { filter: { user_id: null }, sort: ONCE })
  return new Map([...newest].map(([id, found]) => [id, inOrder([...found, ...(own?.get(id) ?? [])])]))
}

const ONCE: Sort = { item_type: 1, group_id: 1 }

/** Each action once, in the order in which they were made. */
export function inOrder(actions: readonly Action[]): Action[] {
  const once = [...new Map(actions.map(action => [action.id, action])).values()]
  return once.sort((a, b) => a.created_at.getTime() - b.created_at.getTime() || (a.id < b.id ? -1 : 1))
}
