import { definePlugin, defineReaction } from '@platform/plugin-sdk'

/** Readers respect a comment: `createRespectAction`, `deleteRespectAction`, live counts, and a sort by them. */
export default definePlugin({ name: 'platform-plugin-respect', sdk: '^1.0', ...defineReaction('respect') })
