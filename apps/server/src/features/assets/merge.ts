import type { Docstore } from '@platform/docstore'
import { BadUserInputError, NotFoundError, type Asset, type Comment } from '@platform/plugin-sdk'
import type { Clock } from '../../boot/clock.ts'
import type { Revisions } from '../../graphql/revisions.ts'
import { createCounters } from '../comments/counters.ts'

/**
 * Moves every comment of one discussion into another and removes the first. What was interrupted goes on when it is
 * asked for again. @returns how many comments were moved.
 *
 * @throws NotFoundError unless both are there; BadUserInputError for one into itself.
 */
export type MergeAssets = (merge: { readonly from: string; readonly into: string }) => Promise<number>

/** Comments that are moved in one transaction. */
const BATCH = 500

export function createMergeAssets({ docstore, revisions, clock }: { docstore: Docstore; revisions: Revisions; clock: Clock }): MergeAssets {
  const assets = docstore.collection<Asset>('assets')
  const comments = docstore.collection<Comment>('comments')
  const counters = createCounters(docstore)

  const moveSome = (from: string, into: string) => docstore.transaction(async session => {
    const some = await comments.find({ asset_id: from }, { sort: { created_at: 1, id: 1 }, limit: BATCH, session }).toArray()
    if (some.length === 0) return 0
    await comments.updateMany({ id: { $in: some.map(({ id }) => id) } }, { $set: { asset_id: into } }, { session })
    await counters.move(some, { from, into }, session)
    return some.length
  })

  /** Nothing may come to it between the look and the removal: who comments there changes its counts, and one of the two waits. */
  const removeEmpty = (id: string) => docstore.transaction(async session => {
    if (await comments.findOne({ asset_id: id }, { session, projection: { id: 1 } })) return false
    await assets.deleteOne({ id }, { session })
    return true
  })

  return async ({ from, into }) => {
    if (from === into) throw new BadUserInputError('A discussion can\'t be merged into itself')
    if (await assets.countDocuments({ id: { $in: [from, into] } }) < 2) throw new NotFoundError('One of the discussions')
    await assets.updateOne({ id: from }, { $set: { closedAt: clock.now() } })
    let moved = 0
    do {
      for (let some = await moveSome(from, into); some > 0; some = await moveSome(from, into)) {
        moved += some
        revisions.bump(`asset:${from}`, `asset:${into}`, 'comments', 'assets')
      }
    } while (!await removeEmpty(from))
    revisions.bump(`asset:${from}`, `asset:${into}`, 'comments', 'assets')
    return moved
  }
}
