import { defineProviderClient } from '@platform/client-sdk'

/** The button to sign in with OpenID, with an icon. */
export default defineProviderClient({
  icon: 'M15 3a6 6 0 0 0-5.8 7.6L3 16.8V21h4.2l1.5-1.5v-2h2v-2h2l.7-.7A6 6 0 1 0 15 3zm1.5 3a1.5 1.5 0 1 1 0 3 1.5 1.5 0 0 1 0-3z',
})
