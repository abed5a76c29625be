import type { CommentFields, Discussion } from '../thread/state.ts'

/** What shows in a comment, without its text. */
export interface Seen {
  readonly status: string
  /** `null` once it is deleted. */
  readonly body?: string | null
  readonly deleted_at?: string | null
  readonly editing: { readonly editedAt: string | null } | null
  readonly tags: readonly unknown[] | null
}

/** Whether a comment was edited, decided about, lost its text, or has other tags. A shortened body is no other text. */
export function isOther(before: Seen, after: Seen): boolean {
  return (
    before.status !== after.status ||
    isDeleted(before) !== isDeleted(after) ||
    before.editing?.editedAt !== after.editing?.editedAt ||
    before.tags?.length !== after.tags?.length
  )
}

const isDeleted = ({ body, deleted_at: at }: Seen) => (at === undefined ? body === null : at !== null)

/** The fields of a comment that the stream itself asks for; each other one is a plugin's. */
const OWN: Readonly<Record<keyof CommentFields, true>> = {
  id: true,
  body: true,
  created_at: true,
  status: true,
  replyCount: true,
  author_role: true,
  parent: true,
  user: true,
  tags: true,
  editing: true,
}

/** The fields of plugins that have another value now, such as the number of a reaction; `null` without one. */
export const changedPartFields = (before: CommentFields, after: CommentFields): Partial<CommentFields> | null =>
  changedFields(before, Object.fromEntries(Object.entries(after).filter(([key]) => !(key in OWN))))

/** The fields that have another value now; `null` without one. */
export function changedFields(before: object, after: object): Readonly<Record<string, unknown>> | null {
  const known = before as Readonly<Record<string, unknown>>
  const changed = Object.entries(after).filter(([key, value]) => JSON.stringify(known[key]) !== JSON.stringify(value))
  return changed.length > 0 ? Object.fromEntries(changed) : null
}

/** What was read again of a discussion: some of its settings, its number of comments, and what plugins ask for. */
export interface ReadDiscussion {
  readonly id?: string
  readonly settings?: object
}

/** The fields of a discussion that have another value now, with those of plugins; `null` without one. */
export const changedDiscussion = (
  before: Discussion,
  { settings: _, ...after }: ReadDiscussion,
): Partial<Discussion> | null => changedFields(before, after)
