import type { CommentChange, OwnFields, SlotComment } from '../records.ts'

/** How often a reaction was chosen for a comment, or the reader's own action. */
interface Summary {
  readonly __typename: string
  readonly count?: number | null
  readonly current_user?: { readonly __typename: string; readonly id: string } | null
}

/** Reads and changes the number of one reaction on a comment, and the reader's own. */
export type Reaction = ReturnType<typeof reactionOf>

/** How the summaries of a comment are read and changed for the reaction with this type, such as `Respect`. */
export function reactionOf(type: string) {
  const summary = `${type}ActionSummary`
  const action = `${type}Action`
  const summariesOf = (record: object | null): readonly (Summary | null)[] =>
    (record as { readonly action_summaries?: readonly (Summary | null)[] | null } | null)?.action_summaries ?? []
  const countOf = (comment: SlotComment) => summariesOf(comment).find(each => each?.__typename === summary)?.count ?? 0
  const ownId = (own: OwnFields) =>
    summariesOf(own).find(each => each?.current_user?.__typename === action)?.current_user?.id ?? null
  const withCount = (comment: SlotComment, change: number) => ({
    action_summaries: [
      ...summariesOf(comment).filter(each => each?.__typename !== summary),
      { __typename: summary, count: Math.max(0, countOf(comment) + change) },
    ],
  })
  const withOwn = (own: OwnFields, id: string | null) => ({
    ...own,
    action_summaries: [
      ...summariesOf(own).filter(each => each?.current_user?.__typename !== action),
      ...(id === null ? [] : [{ __typename: summary, current_user: { __typename: action, id } }]),
    ],
  })
  return {
    countOf,
    ownId,
    /** Another reader has chosen it, or taken it back. */
    counted:
      (change: number): CommentChange =>
      comment => ({ comment: withCount(comment, change) }),
    /** The reader has chosen it, which the page may know already. */
    given:
      (id: string): CommentChange =>
      (comment, own) => ({
        ...(ownId(own) === null ? { comment: withCount(comment, 1) } : {}),
        own: withOwn(own, id),
      }),
    /** The reader has taken it back, which the page may know already. */
    taken: (): CommentChange => (comment, own) =>
      ownId(own) === null ? {} : { comment: withCount(comment, -1), own: withOwn(own, null) },
  }
}
