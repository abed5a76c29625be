import type { ModerationPhase, Tag } from '@platform/plugin-sdk'

const ONLY_A_MARK = /^\W*(star(red|ring)?|following)\W*$/iu

/**
 * `moderation`: phases that decide about a new or edited comment. Each runs before or after a phase of the core or of
 * another plugin. Return a status with its reason to decide, or nothing to leave the comment to the next phase. Throw a
 * `PlatformError` to refuse the comment.
 */
export const moderation: readonly ModerationPhase[] = [
  {
    name: 'example.only-a-mark',
    before: 'premod',
    // The answer depends on the text alone, so no change of settings or author can change it.
    judgesBy: [],
    run: ({ body }) => (ONLY_A_MARK.test(body) ? { status: 'PREMOD', reason: 'a star would be enough' } : undefined),
  },
]

/**
 * `tags`: tags with a meaning in code. Use one when clients ask for items by it. `self` lets authors put it on their
 * own items, and `roles` lets users with these roles put it on all items.
 */
export const tags: readonly Tag[] = [
  {
    name: 'WORTH_KEEPING',
    permissions: { public: true, self: false, roles: ['ADMIN', 'MODERATOR', 'STAFF'] },
    models: ['COMMENTS'],
    created_at: new Date('2026-01-01T00:00:00.000Z'),
  },
]
