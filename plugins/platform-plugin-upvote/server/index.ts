import { definePlugin, defineReaction } from '@platform/plugin-sdk'

/** Readers vote a comment up: `createUpvoteAction`, `deleteUpvoteAction`, live events and a sort by their number. */
export default definePlugin({ name: 'platform-plugin-upvote', sdk: '^1.0', ...defineReaction('upvote') })
