import { defineClientPlugin } from '@platform/client-sdk'
import { AddressMissing } from './address-missing.tsx'
import './local-auth.css'
import { translations } from './texts.ts'

/**
 * Readers sign in and register with an e-mail address and a password; those who came from another service are asked for
 * both.
 */
export default defineClientPlugin({
  offers: ['emailAccounts'],
  slots: { embed: AddressMissing },
  own: { RootQuery: 'fragment LocalAuth on RootQuery { me { id canAttachLocalAuth waitingEmail } }' },
  mutations: {
    attach: {
      document: `mutation ($email: String!, $password: String!) {
        attachLocalAuth(input: { email: $email, password: $password }) { errors { translation_key message } }
      }`,
    },
    resend: { document: 'mutation { resendLocalAuthLink { errors { translation_key message } } }' },
  },
  translations,
})
