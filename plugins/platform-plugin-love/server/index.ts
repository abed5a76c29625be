import { definePlugin, defineReaction } from '@platform/plugin-sdk'

/** Readers love a comment: `createLoveAction`, `deleteLoveAction`, live events and a sort by their number. */
export default definePlugin({ name: 'platform-plugin-love', sdk: '^1.0', ...defineReaction('love') })
