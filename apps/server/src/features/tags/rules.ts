import { can } from '@platform/auth'
import { BadUserInputError, NotAuthorizedError, type Tag, type TaggableItemType, type User } from '@platform/plugin-sdk'

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
 * @throws NotAuthorizedError when they may not use it; BadUserInputError for a name that no new tag may have.
 */
export function permittedTag({ user, name, model, own, definitions, permission, now }: TagUse): Tag {
  const known = definitions.find(tag => tag.name === name)
  const allowed = known
    ? (own && known.permissions.self === true) ||
      (known.permissions.roles ?? []).some(role => user.roles.includes(role))
    : name !== STAFF_TAG && can(user, permission)
  if (!allowed) throw new NotAuthorizedError(`You may not use the tag ${name}`)
  // What is there can be taken off, whatever it is called.
  if (!known && permission === 'ADD_COMMENT_TAG') assertTagName(name)
  return known ?? adHocTag(name, model, now)
}

const LONGEST_NAME = 100

function assertTagName(name: string): void {
  if (name.trim() !== '' && name.length <= LONGEST_NAME && name.isWellFormed() && !/\p{Cc}/u.test(name)) return
  throw new BadUserInputError(`The name of a tag has 1 to ${LONGEST_NAME} characters, none of them a control character`)
}

export function adHocTag(name: string, model: TaggableItemType, now: Date): Tag {
  return { name, permissions: { public: true, self: false, roles: [] }, models: [model], created_at: now }
}
