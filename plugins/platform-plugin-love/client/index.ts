import { defineReactionClient } from '@platform/client-sdk'

/** A button on every comment, with the number of readers who chose it. */
export default defineReactionClient({
  name: 'love',
  icon: 'M12 20S4 15 4 9a4 4 0 0 1 8-1 4 4 0 0 1 8 1c0 6-8 11-8 11z',
  translations: {
    en: { react: 'Love', reacted: 'Loved' },
    de: { react: 'Liebe ich', reacted: 'Liebe ich' },
  },
})
