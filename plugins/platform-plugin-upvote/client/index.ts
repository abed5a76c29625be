import { defineReactionClient } from '@platform/client-sdk'

/** A button on every comment, with the number of readers who chose it. */
export default defineReactionClient({
  name: 'upvote',
  icon: 'M12 5v14M6 11l6-6 6 6',
  iconOnly: true,
  translations: {
    en: { react: 'Upvote', reacted: 'Upvoted' },
    de: { react: 'Dafür stimmen', reacted: 'Dafür gestimmt' },
  },
})
