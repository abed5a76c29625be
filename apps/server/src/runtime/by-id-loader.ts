import DataLoader from 'dataloader'

/**
 * Loads records by their ids: those that are asked for together are read together. An id that is no text, as a plugin
 * may pass it, has no record; MongoDB would refuse it, and with it all others.
 */
export function byIdLoader<T extends { readonly id: string }>(
  find: (ids: readonly string[]) => Promise<readonly T[]>,
): DataLoader<string, T | null> {
  return new DataLoader(async ids => {
    const records = await find(ids.filter(id => typeof id === 'string'))
    const found = new Map(records.map(record => [record.id, record]))
    return ids.map(id => found.get(id) ?? null)
  })
}
