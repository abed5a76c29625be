import { definePlugin, defineReaction } from '@platform/plugin-sdk'

/**
 * Readers vote a comment down: `createDownvoteAction`, `deleteDownvoteAction`, live events and a sort by their number.
 */
export default definePlugin({ name: 'platform-plugin-downvote', sdk: '^1.0', ...defineReaction('downvote') })
