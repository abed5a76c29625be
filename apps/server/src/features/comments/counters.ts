import type { Docstore, Session, TransactionOptions } from '@platform/docstore'
import { type Asset, type Comment, NotFoundError } from '@platform/plugin-sdk'
import { moveDailyCounts } from './counts/daily.ts'
import { moveSiteCounts, type SiteStep } from './counts/site.ts'
import { isVisible, VISIBLE_STATUSES } from './model.ts'

/** A comment before and after a change; `null` when it did not exist. */
export interface Change {
  readonly before: Comment | null
  readonly after: Comment
  /** The ids of the users whose karma moved with it. */
  readonly karmaOf?: readonly string[]
}

/** The only place where counts of comments move. */
export interface Counters {
  /**
   * Moves every count that a change touches, within the transaction of the change.
   *
   * @returns the discussion afterwards; `null` when the status stayed, so no count moved.
   */
  follow(change: Change, session: Session): Promise<Asset | null>
  /**
   * Counts comments that are about to be inserted together, in the same transaction. It sets the counts of parents and
   * assets that are added with them, and moves those of stored ones, by at most two store operations.
   */
  followAll(added: Added, session: Session): Promise<void>
  /** Moves the counts of comments from one asset to another, in the transaction that has moved the comments. */
  move(
    moved: readonly Comment[],
    between: { readonly from: string; readonly into: string },
    session: Session,
  ): Promise<void>
}

/** Comments that are added together, and their assets that are not stored yet. */
export interface Added {
  readonly comments: readonly Comment[]
  readonly assets: readonly Asset[]
}

/** How a transaction is run that moves the counts of a discussion, which many writers move at the same time. */
export const countingIn = (assetId: string): TransactionOptions => ({ queue: `assets/${assetId}` })

export function createCounters(docstore: Docstore): Counters {
  const comments = docstore.collection<Comment>('comments')
  const assets = docstore.collection<Asset>('assets')

  return {
    async follow({ before, after }, session) {
      const asset = before?.status === after.status ? null : await followStatus(docstore, { before, after }, session)
      const steps = [...(before ? [{ comment: before, step: -1 } as const] : []), { comment: after, step: 1 } as const]
      await moveDailyCounts(docstore, steps, session)
      return asset
    },
    async followAll(added, session) {
      const visible = added.comments.filter(isVisible)
      const replies = Map.groupBy(
        visible.flatMap(({ parent_id: parent }) => (parent === null ? [] : [parent])),
        parent => parent,
      )
      for (const comment of added.comments) {
        comment.reply_count = replies.get(comment.id)?.length ?? 0
        replies.delete(comment.id)
      }
      if (replies.size > 0)
        await comments.bulkWrite(
          [...replies].map(([id, { length }]) => ({
            updateOne: { filter: { id }, update: { $inc: { reply_count: length } } },
          })),
          { session, ordered: false },
        )
      const growths = new Map(
        [...Map.groupBy(added.comments, comment => comment.asset_id)].map(([id, own]) => [id, growthOf(own, [])]),
      )
      const steps = [...growths].map(([id, growth]) => siteStepOf(id, growth))
      for (const asset of added.assets) {
        const growth = growths.get(asset.id)
        if (growth) grow(asset, growth)
        growths.delete(asset.id)
      }
      const moves = [...growths].map(([id, growth]) => ({ updateOne: { filter: { id }, update: updateOf(growth) } }))
      if (moves.length > 0) await assets.bulkWrite(moves, { session, ordered: false })
      await moveSiteCounts(docstore, steps, session)
    },
    async move(moved, { from, into }, session) {
      const [loss, growth] = [growthOf([], moved), growthOf(moved, [])]
      const left = { $set: { last_comment_at: await latestOf(docstore, from, session) } }
      await assets.updateOne({ id: from }, { ...updateOf(loss), ...left }, { session })
      await assets.updateOne({ id: into }, updateOf(growth), { session })
      await moveSiteCounts(docstore, [siteStepOf(from, loss), siteStepOf(into, growth)], session)
      const steps = moved.flatMap(comment => [
        { comment, step: -1 } as const,
        { comment: { ...comment, asset_id: into }, step: 1 } as const,
      ])
      await moveDailyCounts(docstore, steps, session)
    },
  }
}

/** Moves the counts of the discussion and of the parent, because the status changed. */
async function followStatus(docstore: Docstore, { before, after }: Change, session: Session): Promise<Asset> {
  const comments = docstore.collection<Comment>('comments')
  const assets = docstore.collection<Asset>('assets')
  const growth = growthOf([after], before ? [before] : [])
  const asset = await assets.findOneAndUpdate({ id: after.asset_id }, updateOf(growth), {
    session,
    returnDocument: 'after',
  })
  // The discussion was merged into another meanwhile, so the comment is not stored.
  if (!asset) throw new NotFoundError('The discussion')
  await moveSiteCounts(docstore, [siteStepOf(after.asset_id, growth)], session)
  if (!isVisible(after) && asset.last_comment_at !== null && asset.last_comment_at <= after.created_at) {
    const left = { $set: { last_comment_at: await latestOf(docstore, asset.id, session) } }
    await assets.updateOne({ id: asset.id }, left, { session })
  }
  const step = Number(isVisible(after)) - Number(before !== null && isVisible(before))
  if (step !== 0 && after.parent_id !== null)
    await comments.updateOne({ id: after.parent_id }, { $inc: { reply_count: step } }, { session })
  return asset
}

/** When the latest visible comment of a discussion was made; `null` without one. */
async function latestOf(docstore: Docstore, id: string, session: Session): Promise<Date | null> {
  const [latest] = await docstore
    .collection<Comment>('comments')
    .find(
      { asset_id: id, status: { $in: [...VISIBLE_STATUSES] } },
      { session, sort: { created_at: -1, id: -1 }, limit: 1, projection: { created_at: 1 } },
    )
    .toArray()
  return latest?.created_at ?? null
}

/** By how much each count of an asset moves, and the time of the latest new comment that is visible. */
interface Growth {
  readonly steps: ReadonlyMap<string, number>
  readonly latest: Date | null
}

/** How an asset's counts change when some comments are added and others are removed. */
function growthOf(added: readonly Comment[], removed: readonly Comment[]): Growth {
  const steps = new Map<string, number>()
  const count = (comments: readonly Comment[], step: 1 | -1) => {
    for (const comment of comments) {
      for (const name of countsOf(comment)) steps.set(name, (steps.get(name) ?? 0) + step)
    }
  }
  count(added, 1)
  count(removed, -1)
  const times = added.filter(isVisible).map(comment => comment.created_at.getTime())
  return { steps, latest: times.length > 0 ? new Date(times.reduce((latest, time) => Math.max(latest, time))) : null }
}

function updateOf({ steps, latest }: Growth) {
  return {
    $inc: Object.fromEntries(
      [...steps].filter(([, step]) => step !== 0).map(([name, step]) => [`comment_counts.${name}`, step]),
    ),
    ...(latest ? { $max: { last_comment_at: latest } } : {}),
  }
}

/** Sets the counts of an asset that is not stored yet. */
function grow(asset: Asset, { steps, latest }: Growth): void {
  const { statuses } = asset.comment_counts
  asset.comment_counts = {
    total: steps.get('total') ?? 0,
    roots: steps.get('roots') ?? 0,
    statuses: {
      ...statuses,
      ...statusesOf(steps),
    },
  }
  asset.last_comment_at = latest
}

const STATUS = 'statuses.'

function statusesOf(steps: Growth['steps']): Record<string, number> {
  return Object.fromEntries(
    [...steps].flatMap(([name, step]) => (name.startsWith(STATUS) ? [[name.slice(STATUS.length), step]] : [])),
  )
}

const siteStepOf = (asset: string, { steps }: Growth): SiteStep => ({ asset, statuses: statusesOf(steps) })

/** The counts of an asset in which a comment is counted. */
export function countsOf(comment: Pick<Comment, 'status' | 'parent_id'>): string[] {
  const seen = isVisible(comment) ? ['total', ...(comment.parent_id === null ? ['roots'] : [])] : []
  return [...seen, `${STATUS}${comment.status}`]
}
