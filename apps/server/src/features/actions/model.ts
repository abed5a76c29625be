import type { CollectionIndexes } from '@platform/docstore'

export const actionIndexes: CollectionIndexes = {
  collection: 'actions',
  indexes: [
    { name: 'id', keys: { id: 1 }, unique: true },
    { name: 'once', keys: { item_id: 1, user_id: 1, action_type: 1, item_type: 1, group_id: 1 }, unique: true },
    { name: 'item', keys: { item_id: 1, created_at: 1, id: 1 } },
    { name: 'user', keys: { user_id: 1, item_type: 1 } },
  ],
}

/** The counters one action moves: `flag`, and with a group `flag_comment_spam` too. */
export function counterKeys({ action_type: type, group_id: group }: { action_type: string; group_id: string | null }): string[] {
  const total = type.toLowerCase()
  return group === null ? [total] : [total, `${total}_${group.toLowerCase()}`]
}
