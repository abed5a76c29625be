import { defineReaction } from '@platform/plugin-sdk'

/** The reaction factory, for plugins that import `plugin-api/beta/server`. */
export const beta = { getReactionConfig: defineReaction }

export { defineReaction as getReactionConfig }
export default beta
export { beta as 'module.exports' }
