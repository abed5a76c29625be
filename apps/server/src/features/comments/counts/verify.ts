import type { Docstore } from '@platform/docstore'
import type { Action, Asset, Comment, User } from '@platform/plugin-sdk'
import { countersOf } from '../../actions/model.ts'
import { countsOf } from '../counters.ts'
import { isVisible } from '../model.ts'
import { createRecount, type Drift, numbersOf, storedTotals } from './recount.ts'

/** How far a verification is, and what it found since the step before. */
export interface Verification {
  readonly checked: number
  readonly drift: readonly Drift[]
}

/** The number of records that are verified together. */
const PAGE = 500

type Counted = Pick<Comment, 'id' | 'created_at' | 'status' | 'parent_id' | 'reply_count' | 'action_counts'>

/**
 * Verifies the counters of discussions, comments and users. A counter that seems wrong is counted once more in a
 * transaction, which corrects it when `fix` is set; so the result is right while comments are written.
 *
 * @example
 * for await (const { drift } of verifyCounts(docstore, { fix: false })) report(drift)
 */
export async function* verifyCounts(docstore: Docstore, { fix }: { fix: boolean }): AsyncIterable<Verification> {
  const comments = docstore.collection<Comment>('comments')
  const actions = docstore.collection<Action>('actions')
  const recount = createRecount(docstore, { fix })

  /** The items whose counters differ from their actions. */
  async function miscounted(
    items: readonly { id: string; action_counts: Record<string, number> }[],
    item_type: Action['item_type'],
  ): Promise<string[]> {
    const found = await actions
      .find(
        { item_id: { $in: items.map(({ id }) => id) }, item_type },
        { projection: { item_id: 1, action_type: 1, group_id: 1 } },
      )
      .toArray()
    const byItem = Map.groupBy(found, action => action.item_id)
    return items
      .filter(({ id, action_counts: stored }) => differs(numbersOf(stored), countersOf(byItem.get(id) ?? [])))
      .map(({ id }) => id)
  }

  async function* commentsOf(asset: Asset): AsyncIterable<readonly Counted[]> {
    for (let last: Counted | undefined; ; ) {
      const after = last
        ? { $or: [{ created_at: { $gt: last.created_at } }, { created_at: last.created_at, id: { $gt: last.id } }] }
        : {}
      const page: Counted[] = await comments
        .find(
          { asset_id: asset.id, ...after },
          {
            sort: { created_at: 1, id: 1 },
            limit: PAGE,
            projection: { id: 1, created_at: 1, status: 1, parent_id: 1, reply_count: 1, action_counts: 1 },
          },
        )
        .toArray()
      if (page.length > 0) yield page
      if (page.length < PAGE) return
      last = page.at(-1)
    }
  }

  async function* pages<T extends { id: string }>(
    collection: string,
    fields: readonly string[],
  ): AsyncIterable<readonly T[]> {
    for (let last = ''; ; ) {
      const found = docstore
        .collection<{ id: string }>(collection)
        .find(
          { id: { $gt: last } },
          { sort: { id: 1 }, limit: PAGE, projection: Object.fromEntries(['id', ...fields].map(name => [name, 1])) },
        )
      const page = (await found.toArray()) as T[]
      if (page.length > 0) yield page
      if (page.length < PAGE) return
      last = page.at(-1)!.id
    }
  }

  for await (const assets of pages<Asset>('assets', ['comment_counts'])) {
    for (const asset of assets) {
      const totals: Record<string, number> = {}
      const open = new Map<string, number>()
      const add = (id: string, step: number) => {
        if ((open.get(id) ?? 0) + step === 0) open.delete(id)
        else open.set(id, (open.get(id) ?? 0) + step)
      }
      for await (const page of commentsOf(asset)) {
        for (const comment of page) {
          for (const name of countsOf(comment)) totals[name] = (totals[name] ?? 0) + 1
          add(comment.id, comment.reply_count)
          if (comment.parent_id !== null && isVisible(comment)) add(comment.parent_id, -1)
        }
        yield { checked: page.length, drift: await recount.actions('comments', await miscounted(page, 'COMMENTS')) }
      }
      yield {
        checked: 1,
        drift: [
          ...(await recount.replies([...open.keys()])),
          ...(differs(storedTotals(asset), totals) ? await recount.asset(asset.id) : []),
        ],
      }
    }
  }
  for await (const users of pages<User>('users', ['action_counts'])) {
    yield { checked: users.length, drift: await recount.actions('users', await miscounted(users, 'USERS')) }
  }
}

/** Whether two sets of counters differ; a missing counter equals 0. */
function differs(stored: Readonly<Record<string, number>>, right: Readonly<Record<string, number>>): boolean {
  return Object.keys({ ...stored, ...right }).some(name => (stored[name] ?? 0) !== (right[name] ?? 0))
}
