import { defineReaction } from '@platform/plugin-sdk'

/** What plugins import from `plugin-api/beta/server`. */
export const beta = { getReactionConfig: defineReaction }

export { defineReaction as getReactionConfig }
export default beta
export { beta as 'module.exports' }
