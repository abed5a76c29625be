import type { ListedDiscussionFragment, ModerationSettingsQuery } from '../documents/types.ts'

/** The settings by which comments are marked and queues are shown. */
export type ModerationSite = NonNullable<ModerationSettingsQuery['settings']> & { readonly mode: 'PRE' | 'POST' }

/** A discussion whose comments are shown. */
export type Discussion = ListedDiscussionFragment
