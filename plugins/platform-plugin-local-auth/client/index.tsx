import { defineClientPlugin } from '@platform/client-sdk'

/** Readers sign in and register with an e-mail address and a password. */
export default defineClientPlugin({ offers: ['emailAccounts'] })
