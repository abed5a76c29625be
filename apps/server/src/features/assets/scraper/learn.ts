import type { Asset } from '@platform/plugin-sdk'
import { changeAssets, entriesOf } from '../change-assets.ts'
import type { AssetFacts } from '../input.ts'
import { wordsOf } from '../words.ts'

/**
 * Keeps what a page says of itself: what is known already stays, unless it is to be overwritten.
 *
 * @throws NotFoundError
 */
export type Learn = (id: string, learnt: { readonly facts: AssetFacts; readonly overwrite: boolean }) => Promise<void>

export function createLearn(stores: Parameters<typeof changeAssets>[0]): Learn {
  const { change, find } = changeAssets(stores)
  return async (id, { facts, overwrite }) => {
    const found = await find(id)
    const fresh = entriesOf(facts).filter(([name]) => overwrite || isEmpty(found[name as keyof Asset]))
    const $set = Object.fromEntries(fresh)
    await change(id, { $set: { ...$set, words: wordsOf({ ...found, ...$set }), scraped: stores.clock.now() } })
  }
}

function isEmpty(value: unknown): boolean {
  return value === null || value === undefined || value === ''
}
