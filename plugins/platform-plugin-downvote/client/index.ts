import { defineReactionClient } from '@platform/client-sdk'

/** A button on every comment, with the number of readers who chose it. */
export default defineReactionClient({
  name: 'downvote',
  icon: 'M12 19V5M6 13l6 6 6-6',
  iconOnly: true,
  translations: {
    en: { react: 'Downvote', reacted: 'Downvoted' },
    de: { react: 'Dagegen stimmen', reacted: 'Dagegen gestimmt' },
  },
})
