import { COMMENT_STATUSES } from '@platform/core-schema/enums'
import type { Docstore } from '@platform/docstore'
import type { QueuedJob } from '@platform/plugin-sdk'
import { z } from 'zod'
import type { ServerContext } from '../../contract/context.ts'
import type { Revisions } from '../../pubsub/revisions.ts'
import { clearLater } from './later-clearing.ts'
import { followKarma } from './later-karma.ts'

/** What is left to do when more people have acted on a comment than one transaction may change. */
export interface CommentsLater {
  /** Moves the karma of those who flagged a comment. The work of the job `comments.follow-karma`. */
  followKarma(job: Following, signal: AbortSignal): Promise<void>
  /** Deletes the actions on deleted comments. The work of the job `comments.clear-actions`. */
  clearActions(job: Clearing, signal: AbortSignal): Promise<void>
}

const status = z.enum(COMMENT_STATUSES)
const following = z.object({ id: z.string() })
const clearing = z.object({
  comments: z.array(
    z.object({
      id: z.string(),
      behind: z.object({ verdict: status, from: status.nullable(), until: z.iso.datetime() }).nullable(),
    }),
  ),
})
type Following = z.output<typeof following>
type Clearing = z.output<typeof clearing>

declare module '@platform/plugin-sdk' {
  interface JobInputs {
    'comments.follow-karma': Following
    'comments.clear-actions': Clearing
  }
}

/** An interrupted job begins again, and passes over what is done. */
const TIMEOUT = 3_600_000

const follow: QueuedJob<typeof following, ServerContext> = {
  input: following,
  timeout: TIMEOUT,
  run: (job, { services }, { signal }) => services.commentsLater.followKarma(job, signal),
}

const clear: QueuedJob<typeof clearing, ServerContext> = {
  input: clearing,
  timeout: TIMEOUT,
  run: (job, { services }, { signal }) => services.commentsLater.clearActions(job, signal),
}

export const laterJobs = { 'comments.follow-karma': follow, 'comments.clear-actions': clear }

export function createCommentsLater(needed: { docstore: Docstore; revisions: Revisions }): CommentsLater {
  return {
    followKarma: ({ id }, signal) => followKarma(needed, id, signal),
    async clearActions({ comments }, signal) {
      for (const comment of comments) await clearLater(needed.docstore, comment, signal)
    },
  }
}
