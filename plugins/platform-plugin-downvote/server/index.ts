import { definePlugin, defineReaction } from '@platform/plugin-sdk'

/** Readers vote a comment down: `createDownvoteAction`, `deleteDownvoteAction`, live counts, and a sort by them. */
export default definePlugin({ name: 'platform-plugin-downvote', sdk: '^1.0', ...defineReaction('downvote') })
