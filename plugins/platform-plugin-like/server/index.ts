import { definePlugin, defineReaction } from '@platform/plugin-sdk'

/** Readers like a comment: `createLikeAction`, `deleteLikeAction`, live counts, and a sort by them. */
export default definePlugin({ name: 'platform-plugin-like', sdk: '^1.0', ...defineReaction('like') })
