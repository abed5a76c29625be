import { definePlugin, defineReaction } from '@platform/plugin-sdk'

/** Readers like a comment: `createLikeAction`, `deleteLikeAction`, live events and a sort by their number. */
export default definePlugin({ name: 'platform-plugin-like', sdk: '^1.0', ...defineReaction('like') })
