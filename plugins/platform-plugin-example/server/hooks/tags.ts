import type { Tag } from '@platform/plugin-sdk'

/**
 * `tags`: labels with a meaning in code. Use them where a list is to be asked for by the label, and say who may use it:
 * `self` is for authors on what is theirs, `roles` for those people on everything.
 */
export const tags: readonly Tag[] = [
  {
    name: 'WORTH_KEEPING',
    permissions: { public: true, self: false, roles: ['ADMIN', 'MODERATOR', 'STAFF'] },
    models: ['COMMENTS'],
    created_at: new Date('2026-01-01T00:00:00.000Z'),
  },
]
