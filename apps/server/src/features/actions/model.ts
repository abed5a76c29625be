import type { CollectionIndexes } from '@platform/docstore'
import { type Action, type ActionCounts, BadUserInputError } from '@platform/plugin-sdk'

export const actionIndexes: CollectionIndexes = {
  collection: 'actions',
  indexes: [
    { name: 'id', keys: { id: 1 }, unique: true },
    { name: 'once', keys: { item_id: 1, user_id: 1, action_type: 1, item_type: 1, group_id: 1 }, unique: true },
    { name: 'item', keys: { item_id: 1, action_type: 1, created_at: 1, id: 1 } },
    { name: 'user', keys: { user_id: 1, item_type: 1 } },
  ],
}

type Counted = Pick<Action, 'action_type' | 'group_id'>

const NAME = /^[A-Za-z][A-Za-z0-9_]{0,99}$/

/** Makes sure that kind and group of an action can name a counter. @throws BadUserInputError if they can't. */
export function assertCountable({
  action_type: type,
  group_id: group,
}: {
  readonly action_type: string
  readonly group_id?: string | null
}): void {
  for (const name of [type, group]) {
    if (typeof name === 'string' && !NAME.test(name))
      throw new BadUserInputError(`${JSON.stringify(name)} can't name an action: use at most 100 letters, digits and _`)
  }
}

/** The counters that one action moves: `flag`, and with a group `flag_comment_spam` too. */
export function counterKeys({ action_type: type, group_id: group }: Counted): string[] {
  const total = type.toLowerCase()
  return group === null ? [total] : [total, `${total}_${group.toLowerCase()}`]
}

/** The counters that these actions make together. */
export function countersOf(actions: readonly Counted[]): ActionCounts {
  const counts: ActionCounts = {}
  for (const action of actions) addTo(counts, action)
  return counts
}

/** Counts one action more. */
export function addTo(counts: ActionCounts, action: Counted): void {
  for (const key of counterKeys(action)) counts[key] = (counts[key] ?? 0) + 1
}

/** The event that is published when a user flags an item. */
export const FLAGGED_EVENTS: Readonly<Partial<Record<Action['item_type'], string>>> = {
  COMMENTS: 'commentFlagged',
  USERS: 'usernameFlagged',
}

/** Kinds of action of which only moderators see the counts; other users see their own actions. */
const DISCREET = ['FLAG', 'DONTAGREE']

export function isDiscreet({ action_type: type }: Pick<Action, 'action_type'>): boolean {
  return DISCREET.includes(type)
}
