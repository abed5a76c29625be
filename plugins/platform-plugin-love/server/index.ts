import { definePlugin, defineReaction } from '@platform/plugin-sdk'

/** Readers love a comment: `createLoveAction`, `deleteLoveAction`, live counts, and a sort by them. */
export default definePlugin({ name: 'platform-plugin-love', sdk: '^1.0', ...defineReaction('love') })
