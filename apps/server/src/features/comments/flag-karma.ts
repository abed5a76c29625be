import type { Docstore, Session, UpdateOperators } from '@platform/docstore'
import type { Action, Comment, CommentStatus, User } from '@platform/plugin-sdk'
import { karmaDifference } from '@platform/trust'
import { karmaUpdate } from '../../runtime/user-record.ts'
import { type WithdrawnFlag, withdrawnFlags } from '../actions/withdrawn.ts'

/** The flags on a comment that count with its last decision. */
export interface Decided {
  /** The id of the comment. */
  readonly id: string
  /** The last decision. */
  readonly verdict: CommentStatus
  /** What a judged flag counts that does not say it itself: `null` for nothing. */
  readonly from: CommentStatus | null
}

/** The flags of users on a comment, as the store is asked for them. */
export const flagsOn = (commentId: string) =>
  ({ item_id: commentId, item_type: 'COMMENTS', action_type: 'FLAG', user_id: { $ne: null } }) as const

/** What the flags on a comment count for which no decision waits: all the same. */
export function basisOf({ karma_behind: behind, verdict }: Comment): CommentStatus | null {
  return behind ? behind.from : (verdict ?? null)
}

/** Gives karma to users, all the same, in one write. @returns the users whose karma moved. */
export async function give(
  docstore: Docstore,
  { to, kind, step }: { to: readonly string[]; kind: 'comment' | 'flag'; step: number },
  session: Session,
): Promise<readonly string[]> {
  if (step === 0 || to.length === 0) return []
  const users = docstore.collection<User>('users')
  await users.updateMany({ id: { $in: [...to] } }, karmaUpdate(kind, step), { session })
  return to
}

/**
 * Moves the karma of some users who flagged a comment to its last decision, and notes with their flags that it has:
 * what is done again moves nothing.
 *
 * @param note `each` writes the decision to each flag, because others do not count it yet; `all` only that it counts
 * @returns the users whose karma moved
 */
export async function settle(
  docstore: Docstore,
  { userIds, decided, note }: { userIds: readonly string[]; decided: Decided; note: 'each' | 'all' },
  session: Session,
): Promise<readonly string[]> {
  if (userIds.length === 0) return []
  const { id, verdict } = decided
  const actions = docstore.collection<Action>('actions')
  const withdrawn = withdrawnFlags(docstore)
  const own = { ...flagsOn(id), user_id: { $in: [...userIds] } }
  const ownWithdrawn = { item_id: id, user_id: own.user_id }
  const counted = countedBy(decided, {
    flags: await actions.find(own, { session, projection: { user_id: 1, judged: 1, judged_as: 1 } }).toArray(),
    withdrawn: await withdrawn.find(ownWithdrawn, { session }).toArray(),
  })
  const moved = []
  const steps = Map.groupBy(userIds, user => karmaDifference(counted.get(user) ?? null, verdict).flaggers)
  for (const [step, to] of steps) moved.push(...(await give(docstore, { to, kind: 'flag', step }, session)))
  const $set = note === 'each' ? { judged: true, judged_as: verdict } : { judged: true }
  const update: UpdateOperators<Action> = note === 'each' ? { $set } : { $set, $unset: { judged_as: true } }
  await actions.updateMany({ ...own, ...stale(note, verdict) }, update, { session })
  const noted = note === 'each' ? { $set: { judged_as: verdict } } : { $unset: { judged_as: true as const } }
  await withdrawn.updateMany(ownWithdrawn, noted, { session })
  return moved
}

/** The flags of which the note is not right yet. Most are judged already when a decision is changed. */
const stale = (note: 'each' | 'all', verdict: CommentStatus) =>
  note === 'each'
    ? { judged_as: { $ne: verdict } }
    : { $or: [{ judged: { $ne: true } }, { judged_as: { $exists: true } }] }

interface Flags {
  readonly flags: readonly Pick<Action, 'user_id' | 'judged' | 'judged_as'>[]
  readonly withdrawn: readonly WithdrawnFlag[]
}

/** The decision that each user's karma counts. All flags of a user on a comment count the same one. */
function countedBy({ from }: Decided, { flags, withdrawn }: Flags): ReadonlyMap<string, CommentStatus | null> {
  const counted = new Map<string, CommentStatus | null>()
  for (const { user_id: user, judged_as: as = from } of withdrawn) counted.set(user, as)
  for (const { user_id: user, judged, judged_as: as = from } of flags) if (user && judged) counted.set(user, as)
  return counted
}
