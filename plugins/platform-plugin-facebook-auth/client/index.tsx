import { defineProviderClient } from '@platform/client-sdk'

/** The button to sign in with Facebook, with an icon. */
export default defineProviderClient({
  icon: 'M13.5 21v-7.5H16l.5-3h-3V8.6c0-.9.4-1.6 1.7-1.6h1.4V4.3A17 17 0 0 0 14.4 4C12 4 10.4 5.5 10.4 8.2v2.3H7.8v3h2.6V21z',
})
