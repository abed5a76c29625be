import { defineReactionClient } from '@platform/client-sdk'

/** A button on every comment, with the number of readers who chose it. */
export default defineReactionClient({
  name: 'respect',
  icon: 'M12 3l2.6 5.6 6.1.7-4.5 4.2 1.2 6-5.4-3-5.4 3 1.2-6L3.3 9.3l6.1-.7z',
  translations: {
    en: { react: 'Respect', reacted: 'Respected' },
    de: { react: 'Respektieren', reacted: 'Respektiert' },
  },
})
