import type { OneDiscussionQuery } from '../documents/types.ts'

/** One discussion as its view reads it. */
export type ReadDiscussion = NonNullable<OneDiscussionQuery['asset']>

/** What the parts of the view need. */
export interface PartProps {
  readonly discussion: ReadDiscussion
  /** Is called after a change. */
  onChange(): void
}
