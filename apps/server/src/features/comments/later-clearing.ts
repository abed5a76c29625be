import type { Docstore, Session } from '@platform/docstore'
import type { Action, Comment, Jobs } from '@platform/plugin-sdk'
import { stepAndRest } from '../../runtime/step-and-rest.ts'
import { type WithdrawnFlag, withdrawnFlags } from '../actions/withdrawn.ts'
import { basisOf, type Decided, settle } from './flag-karma.ts'
import { MOST_AT_ONCE } from './karma.ts'

/** Actions that are deleted in one transaction, which holds up all who write meanwhile. */
const BATCH = 100

/** A deleted comment whose actions are deleted, too. */
export interface Cleared {
  readonly id: string
  /** The decision about it that not all who had flagged it until a time count yet. */
  readonly behind: (Omit<Decided, 'id'> & { readonly until: string }) | null
}

type Some = Pick<Action, 'id' | 'item_id' | 'user_id' | 'action_type' | 'created_at'>

/**
 * Deletes the actions on comments that become tombstones, because they go with the text that they were about; a job
 * deletes them when they are more than one transaction may change.
 */
export async function clearActions(
  { docstore, jobs }: { readonly docstore: Docstore; readonly jobs: Jobs },
  found: readonly Comment[],
  session: Session,
): Promise<void> {
  const ids = { $in: found.map(({ id }) => id) }
  const few = { session, limit: MOST_AT_ONCE + 1 } as const
  const actions = docstore.collection<Action>('actions')
  const some = await actions.find({ item_id: ids, item_type: 'COMMENTS' }, { ...few, projection: FIELDS }).toArray()
  const withdrawn = await withdrawnFlags(docstore).find({ item_id: ids }, few).toArray()
  const comments = found.map(clearedOf)
  if (some.length > MOST_AT_ONCE || withdrawn.length > MOST_AT_ONCE) {
    await jobs.add('comments.clear-actions', { comments }, { session })
    return
  }
  for (const comment of comments) {
    await settleBefore(docstore, { comment, flags: some, withdrawn }, session)
  }
  await actions.deleteMany({ item_id: ids, item_type: 'COMMENTS' }, { session })
  await withdrawnFlags(docstore).deleteMany({ item_id: ids }, { session })
}

const FIELDS = { id: 1, item_id: 1, user_id: 1, action_type: 1, created_at: 1 } as const

/** Deletes what is left on a deleted comment, in batches. */
export async function clearLater(docstore: Docstore, comment: Cleared, signal: AbortSignal): Promise<void> {
  const actions = docstore.collection<Action>('actions')
  const withdrawn = withdrawnFlags(docstore)
  const ofComment = { item_id: comment.id, item_type: 'COMMENTS' } as const
  const clearSome = async () => {
    const some: Some[] = await actions.find(ofComment, { limit: BATCH, projection: FIELDS }).toArray()
    if (some.length > 0)
      await docstore.transaction(async session => {
        await settleBefore(docstore, { comment, flags: some, withdrawn: [] }, session)
        await actions.deleteMany(idsOf(some), { session })
      })
    return some.length
  }
  const clearSomeWithdrawn = async () => {
    const some = await withdrawn.find({ item_id: comment.id }, { limit: BATCH }).toArray()
    if (some.length > 0)
      await docstore.transaction(async session => {
        await settleBefore(docstore, { comment, flags: [], withdrawn: some }, session)
        await withdrawn.deleteMany({ item_id: comment.id, ...idsOf(some) }, { session })
      })
    return some.length
  }
  for (const step of [clearSome, clearSomeWithdrawn]) while ((await stepAndRest(step, signal)) > 0);
}

const idsOf = (some: readonly { readonly id: string }[]) => ({ id: { $in: some.map(({ id }) => id) } })

function clearedOf(comment: Comment): Cleared {
  const { id, verdict, karma_behind: behind } = comment
  if (!behind || verdict === undefined) return { id, behind: null }
  return { id, behind: { verdict, from: basisOf(comment), until: behind.until.toISOString() } }
}

interface Before {
  readonly comment: Cleared
  readonly flags: readonly Some[]
  readonly withdrawn: readonly WithdrawnFlag[]
}

/** Moves the karma that waits for a decision about the comment before the flags are gone by which it is found. */
async function settleBefore(
  docstore: Docstore,
  { comment: { id, behind }, flags, withdrawn }: Before,
  session: Session,
): Promise<void> {
  if (!behind) return
  const until = new Date(behind.until)
  const counting = flags.filter(
    ({ item_id, action_type, created_at }) => item_id === id && action_type === 'FLAG' && created_at <= until,
  )
  const own = withdrawn.filter(flag => flag.item_id === id)
  const userIds = [...new Set([...counting, ...own].flatMap(({ user_id: user }) => user ?? []))]
  await settle(docstore, { userIds, decided: { id, ...behind }, note: 'each' }, session)
}
