import type { CommentStatus } from '@platform/plugin-sdk'
import type { Submission } from './phase.ts'
import { phases } from './phases.ts'

/**
 * The status a submission gets: the first phase that decides wins, else it is published.
 *
 * @throws PlatformError when a phase refuses it.
 */
export function moderate(submission: Submission): CommentStatus {
  for (const phase of phases) {
    const decision = phase(submission)
    if (decision?.status) return decision.status
  }
  return 'NONE'
}
