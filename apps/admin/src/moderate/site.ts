import type { ModeratedDiscussionQuery, ModerationSettingsQuery } from '../documents/types.ts'

/** The settings by which comments are marked and queues are shown. */
export type ModerationSite = NonNullable<ModerationSettingsQuery['settings']> & { readonly mode: 'PRE' | 'POST' }

/** The discussion whose comments are shown. */
export type Discussion = NonNullable<ModeratedDiscussionQuery['asset']>
