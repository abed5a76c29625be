import type { Asset, CommentStatus, User } from '@platform/plugin-sdk'
import type { Settings } from '../../settings/model.ts'

/** What a phase looks at. */
export interface Submission {
  readonly body: string
  readonly author: User
  readonly asset: Asset
  /** The site's settings with the discussion's own on top. */
  readonly settings: Readonly<Settings>
  /** A status a plugin asks for. */
  readonly preset: CommentStatus | null
  readonly now: Date
}

/** What a phase decides. The first status ends the run. */
export interface Decision {
  readonly status?: CommentStatus
}

/** One step of deciding about a comment: throws to refuse it, answers a status to decide, nothing to pass it on. */
export type Phase = (submission: Submission) => Decision | undefined
