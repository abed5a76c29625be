import { defineProviderClient } from '@platform/client-sdk'

/** The button to sign in with GitHub, with an icon. */
export default defineProviderClient({
  icon: 'M7 3a3 3 0 0 0-1 5.8v6.4a3 3 0 1 0 2 0v-1.5c.9.8 2 1.3 4 1.3 2.6 0 4.6-1.5 4.9-4.2A3 3 0 1 0 15 8.9c-.2 2.6-1.6 4.1-3.9 4.1S8.2 11.8 8 9.4V8.8A3 3 0 0 0 7 3z',
})
