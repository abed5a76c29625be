import { changeAssets, entriesOf } from '../change-assets.ts'
import type { AssetFacts } from '../input.ts'
import { wordsOf } from '../words.ts'

/**
 * Stores the facts that were read from a page. A fact that is stored already stays, unless `overwrite` is set.
 *
 * @throws NotFoundError
 */
export type Learn = (
  id: string,
  learnt: { readonly facts: Partial<AssetFacts>; readonly overwrite: boolean },
) => Promise<void>

export function createLearn(stores: Parameters<typeof changeAssets>[0]): Learn {
  const { changeBy } = changeAssets(stores)
  return async (id, { facts, overwrite }) => {
    await changeBy(id, found => {
      const known = new Set(entriesOf(found).flatMap(([name, value]) => (isEmpty(value) ? [] : [name])))
      const fresh = entriesOf(facts).filter(([name]) => overwrite || !known.has(name))
      const $set = Object.fromEntries(fresh)
      return { $set: { ...$set, words: wordsOf({ ...found, ...$set }), scraped: stores.clock.now() } }
    })
  }
}

function isEmpty(value: unknown): boolean {
  return value === null || value === undefined || value === ''
}
