import type { Docstore } from '@platform/docstore'
import { type Asset, BadUserInputError, type Comment, NotFoundError, type Publisher } from '@platform/plugin-sdk'
import type { Composed } from '../../contract/composed.ts'
import type { Revisions } from '../../pubsub/revisions.ts'
import type { Clock } from '../../runtime/clock.ts'
import { createClosing } from './closing.ts'
import { ASSET_TRANSITIONS } from './transitions.ts'

/**
 * Moves every comment of one discussion into another, with the records of features and plugins about its asset, and
 * deletes the first asset. An interrupted merge goes on when it is started again.
 *
 * @returns how many comments were moved.
 * @throws NotFoundError unless both discussions exist; BadUserInputError for a discussion and itself.
 */
export type MergeAssets = (merge: { readonly from: string; readonly into: string }) => Promise<number>

export function createMergeAssets({
  docstore,
  revisions,
  events,
  clock,
  composition,
}: {
  docstore: Docstore
  revisions: Revisions
  events: Publisher
  clock: Clock
  composition: Pick<Composed, 'assetData'>
}): MergeAssets {
  const assets = docstore.collection<Asset>('assets')
  const comments = docstore.collection<Comment>('comments')
  const closing = createClosing({ docstore, revisions, events, clock })

  /** A comment posted meanwhile changes the counts of the asset, so its transaction and this one can't both succeed. */
  const removeEmpty = (from: string, into: string) =>
    docstore.transaction(async session => {
      if (await comments.findOne({ asset_id: from }, { session, projection: { id: 1 } })) return false
      const gone = await assets.findOneAndDelete({ id: from }, { session })
      // The removed address leads to the other discussion, so links to it and pages that embed it go on working.
      if (gone)
        await assets.updateOne(
          { id: into },
          { $addToSet: { former_urls: { $each: [gone.url, ...(gone.former_urls ?? [])] } } },
          { session },
        )
      return true
    })

  return async ({ from, into }) => {
    if (from === into) throw new BadUserInputError("A discussion can't be merged into itself")
    if ((await assets.countDocuments({ id: { $in: [from, into] } })) < 2)
      throw new NotFoundError('One of the discussions')
    await closing.close(from, null)
    let moved = 0
    do {
      moved += await comments.countDocuments({ asset_id: from })
      await composition.assetData.merge({ from, into })
    } while (!(await removeEmpty(from, into)))
    // Requests may have stored records about the first asset meanwhile.
    await composition.assetData.merge({ from, into })
    revisions.bump(`asset:${from}`, `asset:${into}`, 'comments', 'assets')
    await events.publish(ASSET_TRANSITIONS.merge.event, { id: from, asset_id: from, into })
    return moved
  }
}
