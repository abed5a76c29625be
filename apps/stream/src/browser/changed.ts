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
