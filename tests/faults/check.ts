import type { Docstore } from '@platform/docstore'
import type { Action, Comment } from '@platform/plugin-sdk'
import { faults } from '../../apps/server/test/moderation/faults.ts'
import { karmaFaults } from './karma.ts'
import type { Change, Ledger, Posted } from './ledger.ts'
import type { Deliveries, Receivers } from './receivers.ts'

/**
 * Reads the stores. Everything that was acknowledged has to be there once, nothing may be there twice, and every
 * counter and every karma has to equal a recount.
 *
 * @param moderator the id of the user who decided
 * @returns everything that is wrong, in words.
 */
export async function checkStores(docstore: Docstore, ledger: Ledger, moderator: string): Promise<string[]> {
  const comments = await docstore.collection<Comment>('comments').find({}).toArray()
  const actions = await docstore.collection<Action>('actions').find({}).toArray()
  const byMark = Map.groupBy(comments, ({ body }) => markIn(body))
  const byItem = Map.groupBy(actions, ({ item_id: item }) => item)
  const wrong: string[] = []
  for (const posted of ledger.posts) {
    const found = byMark.get(posted.mark) ?? []
    if (posted.id !== null && found.length === 0) wrong.push(`lost: the comment ${posted.mark}`)
    if (found.length > 1) wrong.push(`twice: the comment ${posted.mark}, ${found.length} times`)
    for (const comment of found.slice(0, 1))
      wrong.push(
        ...faultsOf(posted, { comment, actions: byItem.get(comment.id) ?? [], moderator }).map(
          fault => `${fault}, of the comment ${posted.mark}`,
        ),
      )
  }
  const sent = new Set(ledger.posts.map(({ mark }) => mark))
  for (const { id, body } of comments)
    if (!sent.has(markIn(body))) wrong.push(`from nowhere: the comment ${id}, whose text is ${body}`)
  for (const fault of await faults(docstore)) wrong.push(`drift: ${JSON.stringify(fault)}`)
  wrong.push(...(await karmaFaults(docstore)))
  for (const { type, error } of await docstore.collection<DeadJob>('jobs').find({ state: 'dead' }).toArray())
    wrong.push(`dead: a job ${type}, by ${error}`)
  return wrong
}

interface DeadJob {
  readonly type: string
  readonly state: string
  readonly error: string
}

const markIn = (body: string | null) => /^mark-[\w-]+/.exec(body ?? '')?.[0] ?? ''

interface Stored {
  readonly comment: Comment
  readonly actions: readonly Action[]
  readonly moderator: string
}

function faultsOf(posted: Posted, { comment, actions, moderator }: Stored): string[] {
  const wrong: string[] = []
  if (posted.id !== null && comment.id !== posted.id) wrong.push(`another id: ${comment.id} instead of ${posted.id}`)
  if (comment.asset_id !== posted.asset || comment.parent_id !== posted.parent) wrong.push('another place')
  if (comment.author_id !== posted.author) wrong.push(`another author: ${comment.author_id}`)
  if (!mayBe(comment.body ?? '', posted.edits, posted.mark)) wrong.push(`another text: ${comment.body}`)
  const decisions = comment.status_history.filter(({ assigned_by: by }) => by === moderator)
  if (!mayBe(decisions.at(-1)?.type ?? 'none', posted.decisions, 'none'))
    wrong.push(`another status: ${comment.status}`)
  if (decisions.length > posted.decisions.length) wrong.push(`twice: a decision, ${decisions.length} times`)
  const edited = (comment.body_history ?? []).slice(1).map(({ body }) => body)
  if (new Set(edited).size !== edited.length) wrong.push(`twice: an edit, ${edited.join(', ')}`)
  for (const { to, isAcknowledged } of posted.reactions) {
    const own = actions.filter(({ user_id: by, action_type: type }) => by === to && type === 'RESPECT')
    if (isAcknowledged && own.length === 0) wrong.push(`lost: the reaction of ${to}`)
    if (own.length > 1) wrong.push(`twice: the reaction of ${to}`)
  }
  return [...wrong, ...flagFaults(posted, actions)]
}

function flagFaults({ flags }: Posted, actions: readonly Action[]): string[] {
  return flags.flatMap(({ by, changes }) => {
    const own = actions.filter(({ user_id: user, action_type: type }) => user === by && type === 'FLAG')
    if (own.length > 1) return [`twice: the flag of ${by}`]
    const [now, fault] = own.length === 1 ? ['there', 'not taken back'] : ['gone', 'lost']
    return mayBe(now!, changes, 'gone') ? [] : [`${fault}: the flag of ${by}`]
  })
}

/** Whether a value is the last acknowledged one, or one of those that were begun after it. */
function mayBe(value: string, changes: readonly Change[], first: string): boolean {
  const last = changes.findLastIndex(({ isAcknowledged }) => isAcknowledged)
  const possible = changes.slice(Math.max(0, last)).map(({ to }) => to)
  return [...(last === -1 ? [first] : []), ...possible].includes(value)
}

/**
 * Compares what was delivered with what was promised: each acknowledged comment at least once, and each delivery under
 * one id, by which receivers drop a second copy. A request that was sent again may promise again.
 *
 * @param options `once` when nothing happened that could deliver twice
 */
export function checkDeliveries(ledger: Ledger, receivers: Receivers, { once = false } = {}): string[] {
  return [
    ...deliveryFaults('webhook', receivers.webhooks, { ledger, once }),
    ...deliveryFaults('mail', receivers.mails(), { ledger, once }),
  ]
}

function deliveryFaults(
  kind: string,
  deliveries: Deliveries,
  { ledger, once }: { readonly ledger: Ledger; readonly once: boolean },
): string[] {
  return ledger.posts.flatMap(({ id, mark, sent }) => {
    const copies = id === null ? [] : (deliveries.get(id) ?? [])
    const distinct = new Set(copies).size
    if (id !== null && copies.length === 0) return [`lost: the ${kind} about ${mark}`]
    if (distinct > sent) return [`twice: the ${kind} about ${mark}, under ${distinct} ids`]
    return once && copies.length > 1 ? [`twice: the ${kind} about ${mark}, ${copies.length} copies`] : []
  })
}
