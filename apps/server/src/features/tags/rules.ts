import { can } from '@platform/auth'
import { NotAuthorizedError, type Tag, type TaggableItemType, type User } from '@platform/plugin-sdk'

/** Says who is on the staff, so the platform alone assigns it. */
export const STAFF_TAG = 'STAFF'

/** Somebody's wish to use a tag on an item, or to take it off. */
export interface TagUse {
  readonly user: User
  readonly name: string
  readonly model: TaggableItemType
  /** Whether the item is theirs: they wrote it, or it is they. */
  readonly own: boolean
  readonly definitions: readonly Tag[]
  readonly permission: 'ADD_COMMENT_TAG' | 'REMOVE_COMMENT_TAG'
  readonly now: Date
}

/**
 * The tag they mean: one that is defined when a role of theirs may use it, or the item is theirs and its owner may;
 * else one that is made up, which is for the staff.
 *
 * @throws NotAuthorizedError when they may not use it.
 */
export function permittedTag({ user, name, model, own, definitions, permission, now }: TagUse): Tag {
  const known = definitions.find(tag => tag.name === name)
  const allowed = known
    ? (own && known.permissions.self === true) || (known.permissions.roles ?? []).some(role => user.roles.includes(role))
    : name !== STAFF_TAG && can(user, permission)
  if (!allowed) throw new NotAuthorizedError(`You may not use the tag ${name}`)
  return known ?? adHocTag(name, model, now)
}

export function adHocTag(name: string, model: TaggableItemType, now: Date): Tag {
  return { name, permissions: { public: true, self: false, roles: [] }, models: [model], created_at: now }
}
