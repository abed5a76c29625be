import type { Docstore } from '@platform/docstore'
import { type Asset, BadUserInputError, type Comment, NotFoundError, type Publisher } from '@platform/plugin-sdk'
import type { Composed } from '../../contract/composed.ts'
import type { Revisions } from '../../pubsub/revisions.ts'
import type { Clock } from '../../runtime/clock.ts'
import { createClosing } from './closing.ts'
import { ASSET_TRANSITIONS } from './transitions.ts'

/** Two discussions of which one is made. */
export interface Merge {
  /** The id of the discussion that is merged and deleted. */
  readonly from: string
  /** The id of the one that gets its comments. */
  readonly into: string
  /** The address of `into` when the merge was asked for. When `into` is merged itself, this leads to its comments. */
  readonly address?: string | undefined
}

/** A discussion whose last merges may have been interrupted. */
interface MergedAsset extends Asset {
  /** Discussions that are deleted, of which records may still have to be moved. */
  readonly unfinished_merges?: readonly string[]
}

/** Whether a merge into a discussion was interrupted after the first one was deleted. */
export const isUnfinished = ({ unfinished_merges = [] }: MergedAsset, from: string): boolean =>
  unfinished_merges.includes(from)

/**
 * Moves every comment of one discussion into another, with the records of features and plugins about its asset, and
 * deletes the first asset. An interrupted merge goes on when it is started again. Merges are done one after another on
 * all servers: of two at once, one could delete the discussion into which the other one moves comments.
 *
 * @returns how many comments were moved.
 * @throws NotFoundError unless both discussions exist; BadUserInputError for a discussion and itself.
 */
export type MergeAssets = (merge: Merge) => Promise<number>

export function createMergeAssets({
  docstore,
  revisions,
  events,
  clock,
  composition,
  findByUrl,
}: {
  docstore: Docstore
  revisions: Revisions
  events: Publisher
  clock: Clock
  composition: Pick<Composed, 'assetData'>
  findByUrl: (url: string) => Promise<Asset | null>
}): MergeAssets {
  const assets = docstore.collection<MergedAsset>('assets')
  const comments = docstore.collection<Comment>('comments')
  const closing = createClosing({ docstore, revisions, events, clock })

  /** A comment posted meanwhile changes the counts of the asset, so its transaction and this one can't both succeed. */
  const removeEmpty = (from: string, into: string) =>
    docstore.transaction(async session => {
      if (await comments.findOne({ asset_id: from }, { session, projection: { id: 1 } })) return false
      const gone = await assets.findOneAndDelete({ id: from }, { session })
      if (!gone) return true
      // The removed address leads to the other discussion, so links to it and pages that embed it go on working.
      const { matchedCount } = await assets.updateOne(
        { id: into },
        {
          $addToSet: {
            former_urls: { $each: [gone.url, ...(gone.former_urls ?? [])] },
            unfinished_merges: { $each: [from, ...(gone.unfinished_merges ?? [])] },
          },
        },
        { session },
      )
      if (matchedCount === 0) throw new NotFoundError('The other discussion')
      return true
    })

  /** The discussion that gets the comments: the one that was named, or that into which it has been merged itself. */
  async function targetOf({ into, address }: Merge): Promise<string> {
    if (await assets.findOne({ id: into }, { projection: { id: 1 } })) return into
    const successor = address === undefined ? null : await findByUrl(address)
    if (!successor) throw new NotFoundError('One of the discussions')
    return successor.id
  }

  /** Moves all comments, and deletes the discussion. @returns how many comments were moved */
  async function moveAll(from: string, into: string): Promise<number> {
    await closing.close(from, null)
    let moved = 0
    do {
      moved += await comments.countDocuments({ asset_id: from })
      await composition.assetData.merge({ from, into })
    } while (!(await removeEmpty(from, into)))
    return moved
  }

  async function merge(wanted: Merge): Promise<number> {
    const { from } = wanted
    const into = await targetOf(wanted)
    // The other discussion has been merged into this one.
    if (into === from) return 0
    const first = await assets.findOne({ id: from }, { projection: { id: 1 } })
    if (!first && !(await assets.findOne({ id: into, unfinished_merges: from }, { projection: { id: 1 } })))
      throw new NotFoundError('One of the discussions')
    const moved = first ? await moveAll(from, into) : 0
    // Requests may have stored records about the first asset meanwhile.
    await composition.assetData.merge({ from, into })
    revisions.bump(`asset:${from}`, `asset:${into}`, 'comments', 'assets')
    await events.publish(ASSET_TRANSITIONS.merge.event, { id: from, asset_id: from, into })
    await assets.updateOne({ id: into }, { $pull: { unfinished_merges: from } })
    return moved
  }

  return async wanted => {
    if (wanted.from === wanted.into) throw new BadUserInputError("A discussion can't be merged into itself")
    return docstore.exclusively('merges', () => merge(wanted))
  }
}
