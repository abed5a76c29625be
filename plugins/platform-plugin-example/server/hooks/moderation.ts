import type { ModerationPhase } from '@platform/plugin-sdk'

const ONLY_A_MARK = /^\W*(bookmark(ed|ing)?|following)\W*$/iu

/**
 * `moderation`: phases that decide about a comment, new or edited, each before or after one of the core's or of another
 * plugin's. Return a status with its reason to decide, nothing to leave it to the next phase; throw to refuse the
 * comment.
 */
export const moderation: readonly ModerationPhase[] = [
  {
    name: 'example.only-a-mark',
    before: 'premod',
    // It goes by the text alone, so nothing that changes meanwhile makes another answer of it.
    judgesBy: [],
    run: ({ body }) =>
      ONLY_A_MARK.test(body) ? { status: 'PREMOD', reason: 'a bookmark would have done' } : undefined,
  },
]
