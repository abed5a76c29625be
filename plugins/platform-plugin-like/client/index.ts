import { defineReactionClient } from '@platform/client-sdk'

/** A button on every comment, with the number of readers who chose it. */
export default defineReactionClient({
  name: 'like',
  icon: 'M7 11v9H4v-9zM7 11l4-8a2 2 0 0 1 2 2v4h6a2 2 0 0 1 2 2l-2 7a2 2 0 0 1-2 2H7',
  translations: {
    en: { react: 'Like', reacted: 'Liked' },
    de: { react: 'Gefällt mir', reacted: 'Gefällt mir' },
  },
})
