import { type Asset, type AssetData, type Comment, NotFoundError } from '@platform/plugin-sdk'
import type { ServerContext } from '../../contract/context.ts'
import { createCounters } from './counters.ts'
import { type DailyCounts, dailyCountsIndexes } from './counts/daily.ts'

/** Comments that are moved in one transaction. */
const BATCH = 500

/** Moves the comments of an asset that is merged into another one. */
export const commentAssetData: AssetData<ServerContext> = {
  async merge({ from, into }, { services: { docstore, revisions } }) {
    const comments = docstore.collection<Comment>('comments')
    const assets = docstore.collection<Asset>('assets')
    const moved = await docstore.transaction(async session => {
      const batch = await comments
        .find({ asset_id: from }, { sort: { created_at: 1, id: 1 }, limit: BATCH, session })
        .toArray()
      if (batch.length === 0) {
        // The counts of the days have moved with the comments.
        await docstore
          .collection<DailyCounts>(dailyCountsIndexes.collection)
          .deleteMany({ asset_id: from }, { session })
        return 0
      }
      if (!(await assets.findOne({ id: into }, { session, projection: { id: 1 } })))
        throw new NotFoundError('The other discussion')
      await comments.updateMany({ id: { $in: batch.map(({ id }) => id) } }, { $set: { asset_id: into } }, { session })
      await createCounters(docstore).move(batch, { from, into }, session)
      return batch.length
    })
    if (moved > 0) revisions.bump(`asset:${from}`, `asset:${into}`, 'comments', 'assets')
    return moved
  },
}
