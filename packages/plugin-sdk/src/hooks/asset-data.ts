import type { GraphContext } from '../context.ts'

/**
 * Two assets, by their ids. The comments of the first move to the second, and then the first is deleted.
 *
 * @example
 * const merge: AssetMerge = { from: old.id, into: current.id }
 */
export interface AssetMerge {
  readonly from: string
  readonly into: string
}

/**
 * Takes part when an operator merges two assets. A plugin that stores ids of assets in records of its own needs it, or
 * these records keep the id of a deleted asset; the contract suite of `@platform/plugin-testing` checks that.
 * `context.user` is `null` in it.
 *
 * @example
 * const assetData: AssetData = {
 *   async merge({ from, into }, { services }) {
 *     const { modifiedCount } = await pollsOf(services).updateMany({ asset_id: from }, { $set: { asset_id: into } })
 *     return modifiedCount
 *   },
 * }
 */
export interface AssetData<Ctx = GraphContext> {
  /**
   * Moves one batch of records from an asset to another, and returns how many records changed. It is called until it
   * returns 0. When it throws, the merge stops, and goes on when the operator starts it again. A record must not be
   * found a second time.
   */
  merge(assets: AssetMerge, context: Ctx): Promise<number> | number
}
