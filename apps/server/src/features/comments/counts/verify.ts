import type { Docstore } from '@platform/docstore'
import type { Action, Asset, Comment, User } from '@platform/plugin-sdk'
import { RECOUNT } from '../../../paging/long-reads.ts'
import { addTo } from '../../actions/model.ts'
import { countsOf } from '../counters.ts'
import { isVisible } from '../model.ts'
import { PAGE, pagesOfComments } from './comment-pages.ts'
import { createRecount, type Drift, hasActions, numbersOf, type Recount, storedTotals, timeOf } from './recount.ts'

/** How far a verification is, and what it found since the step before. */
export interface Verification {
  readonly checked: number
  readonly drift: readonly Drift[]
}

type Counted = Pick<Comment, 'id' | 'action_counts'> & Partial<Pick<Comment, 'deleted_at'>>

interface Verifying {
  readonly docstore: Docstore
  readonly recount: Recount
}

/**
 * Verifies the counters of discussions, comments and users. A counter that seems wrong is counted once more in a
 * transaction, which corrects it when `fix` is set; so the result is right while comments are written.
 *
 * @example
 * for await (const { drift } of verifyCounts(docstore, { fix: false })) report(drift)
 */
export async function* verifyCounts(docstore: Docstore, { fix }: { fix: boolean }): AsyncIterable<Verification> {
  let areRight = true
  const verifying = { docstore, recount: createRecount(docstore, { fix }) }
  for await (const assets of pagesOf<Asset>(docstore, 'assets', ['comment_counts', 'last_comment_at']))
    for (const asset of assets)
      for await (const verified of verifyAsset(verifying, asset)) {
        areRight &&= verified.drift.every(({ collection }) => collection !== 'assets')
        yield verified
      }
  // The counts of the site are the sums of these, which say nothing while they are wrong themselves.
  if (areRight || fix) yield { checked: 1, drift: await verifying.recount.site() }
  for await (const users of pagesOf<User>(docstore, 'users', ['action_counts']))
    yield { checked: users.length, drift: await verifyActions(verifying, 'users', users) }
}

/** Verifies the counts of one discussion and of its comments, which are read in pages, the latest comment last. */
async function* verifyAsset(verifying: Verifying, asset: Asset): AsyncIterable<Verification> {
  const { docstore, recount } = verifying
  const totals: Record<string, number> = {}
  let latest: Date | null = null
  /** The reply counts of comments whose replies have not all been read yet, or are wrong. */
  const unmatched = new Map<string, number>()
  const add = (id: string, step: number) => {
    const sum = (unmatched.get(id) ?? 0) + step
    if (sum === 0) unmatched.delete(id)
    else unmatched.set(id, sum)
  }
  const fields = ['status', 'parent_id', 'reply_count', 'action_counts', 'deleted_at'] as const
  for await (const page of pagesOfComments(docstore, { filter: { asset_id: asset.id }, fields, ...RECOUNT })) {
    for (const comment of page) {
      for (const name of countsOf(comment)) totals[name] = (totals[name] ?? 0) + 1
      if (isVisible(comment)) latest = comment.created_at
      add(comment.id, comment.reply_count)
      if (comment.parent_id !== null && isVisible(comment)) add(comment.parent_id, -1)
    }
    yield { checked: page.length, drift: await verifyActions(verifying, 'comments', page) }
  }
  const replies = await recount.replies([...unmatched.keys()])
  const wrong = differs(storedTotals(asset), totals) || timeOf(asset.last_comment_at) !== timeOf(latest)
  yield { checked: 1, drift: [...replies, ...(wrong ? await recount.asset(asset.id) : [])] }
}

/** Recounts the items whose counters differ from their actions. */
async function verifyActions(
  { docstore, recount }: Verifying,
  collection: 'comments' | 'users',
  items: readonly Counted[],
): Promise<Drift[]> {
  const counted = new Map(items.map(({ id }) => [id, {}]))
  const found = docstore.collection<Action>('actions').find(
    {
      item_id: { $in: items.filter(hasActions).map(({ id }) => id) },
      item_type: collection === 'comments' ? 'COMMENTS' : 'USERS',
    },
    { projection: { item_id: 1, action_type: 1, group_id: 1 }, ...RECOUNT },
  )
  // One after the other: a popular comment has more of them than fit into memory with those of all others of the page.
  for await (const action of found) addTo(counted.get(action.item_id) ?? {}, action)
  const wrong = items.filter(({ id, action_counts: stored }) => differs(numbersOf(stored), counted.get(id) ?? {}))
  return recount.actions(
    collection,
    wrong.map(({ id }) => id),
  )
}

async function* pagesOf<T extends { id: string }>(
  docstore: Docstore,
  collection: string,
  fields: readonly string[],
): AsyncIterable<readonly T[]> {
  const projection = Object.fromEntries(['id', ...fields].map(name => [name, 1] as const))
  for (let after = ''; ; ) {
    const page = await docstore
      .collection<{ id: string }>(collection)
      .find({ id: { $gt: after } }, { sort: { id: 1 }, limit: PAGE, projection, ...RECOUNT })
      .toArray()
    if (page.length > 0) yield page as T[]
    const last = page.at(-1)
    if (!last || page.length < PAGE) return
    after = last.id
  }
}

/** Whether two sets of counters differ; a missing counter equals 0. */
function differs(stored: Readonly<Record<string, number>>, right: Readonly<Record<string, number>>): boolean {
  return Object.keys({ ...stored, ...right }).some(name => (stored[name] ?? 0) !== (right[name] ?? 0))
}
