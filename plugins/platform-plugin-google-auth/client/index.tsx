import { defineProviderClient } from '@platform/client-sdk'

/** The button to sign in with Google, with an icon. */
export default defineProviderClient({
  icon: 'M12 3a9 9 0 1 0 8.8 10.8c.1-.6.2-1.2.2-1.8 0-.5 0-1-.1-1.4H12v3.5h5.1A5.5 5.5 0 1 1 12 6.5c1.4 0 2.7.5 3.7 1.4l2.5-2.5A9 9 0 0 0 12 3z',
})
