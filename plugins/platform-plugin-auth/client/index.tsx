import { defineClientPlugin } from '@platform/client-sdk'

/** Readers sign in, and out again, where they read. */
export default defineClientPlugin({ offers: ['signIn'] })
