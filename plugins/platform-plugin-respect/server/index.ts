import { definePlugin, defineReaction } from '@platform/plugin-sdk'

/** Readers respect a comment: `createRespectAction`, `deleteRespectAction`, live events and a sort by their number. */
export default definePlugin({ name: 'platform-plugin-respect', sdk: '^1.0', ...defineReaction('respect') })
