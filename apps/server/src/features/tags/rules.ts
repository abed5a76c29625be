import { can } from '@platform/auth'
import {
  BadUserInputError,
  type Comment,
  NotAuthorizedError,
  type Tag,
  type TaggableItemType,
  type User,
} from '@platform/plugin-sdk'

/** The tag that marks comments of the staff, so only the platform assigns it. */
export const STAFF_TAG = 'STAFF'

/** The request of a user to put a tag on an item, or to take it off. */
export interface TagUse {
  readonly user: User
  readonly name: string
  readonly model: TaggableItemType
  /** Whether the user wrote the item, or is the item. */
  readonly own: boolean
  readonly definitions: readonly Tag[]
  readonly permission: 'ADD_COMMENT_TAG' | 'REMOVE_COMMENT_TAG'
  readonly now: Date
}

/**
 * Finds the tag of a request. A defined tag is permitted to users with one of its roles, and on own items if the tag
 * allows that; a tag that is not defined is permitted to the staff.
 *
 * @throws NotAuthorizedError when the user may not use the tag; BadUserInputError for a name that no tag may have.
 */
export function permittedTag({ user, name, model, own, definitions, permission, now }: TagUse): Tag {
  const known = definitions.find(tag => tag.name === name)
  const allowed = known
    ? (own && known.permissions.self === true) ||
      (known.permissions.roles ?? []).some(role => user.roles.includes(role))
    : name !== STAFF_TAG && can(user, permission)
  if (!allowed) throw new NotAuthorizedError(`You may not use the tag ${name}`)
  // A tag that is on an item can be taken off, even if no new tag may have its name.
  if (!known && permission === 'ADD_COMMENT_TAG') assertTagName(name)
  return known ?? adHocTag(name, model, now)
}

/** The defined tags that are for a role of the user, and the undefined ones on a comment that the user may take off. */
export function usableTags(user: User, { tags }: Pick<Comment, 'tags'>, definitions: readonly Tag[]): string[] {
  const defined = definitions.filter(({ permissions: { roles = [] } }) => roles.some(role => user.roles.includes(role)))
  const others = tags
    .map(({ tag: { name } }) => name)
    .filter(name => name !== STAFF_TAG && !definitions.some(tag => tag.name === name))
  const names = [...defined.map(({ name }) => name), ...(can(user, 'REMOVE_COMMENT_TAG') ? others : [])]
  return [...new Set(names)]
}

const LONGEST_NAME = 100

function assertTagName(name: string): void {
  if (name.trim() !== '' && name.length <= LONGEST_NAME && name.isWellFormed() && !/\p{Cc}/u.test(name)) return
  throw new BadUserInputError(`The name of a tag has 1 to ${LONGEST_NAME} characters, none of them a control character`)
}

export function adHocTag(name: string, model: TaggableItemType, now: Date): Tag {
  return { name, permissions: { public: true, self: false, roles: [] }, models: [model], created_at: now }
}
