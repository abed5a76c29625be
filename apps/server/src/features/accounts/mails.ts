import { z } from 'zod'
import { coreMail, type InputsOf, link, name, time } from '../mail/values.ts'

const expiring = z.object({ username: name, link, expires: time })
const expires = new Date(0)

/** Mails that follow from what people do about their own accounts. */
export const accountMails = {
  'confirm-email': coreMail(expiring, {
    username: 'ada',
    link: 'https://example.org/account/email/confirm#token',
    expires,
  }),
  'password-reset': coreMail(expiring, {
    username: 'ada',
    link: 'https://example.org/account/password/reset#token',
    expires,
  }),
  'password-changed': coreMail(z.object({ username: name, link }), {
    username: 'ada',
    link: 'https://example.org/account/password/forgotten',
  }),
  'email-changed': coreMail(z.object({ username: name, email: name }), { username: 'ada', email: 'ada@example.org' }),
  'deletion-requested': coreMail(z.object({ username: name, at: time, link }), {
    username: 'ada',
    at: new Date(0),
    link: 'https://example.org/account',
  }),
  'deletion-cancelled': coreMail(z.object({ username: name }), { username: 'ada' }),
  'download-link': coreMail(expiring, {
    username: 'ada',
    link: 'https://example.org/account/download#token',
    expires,
  }),
}

declare module '@platform/plugin-sdk' {
  interface MailInputs extends InputsOf<typeof accountMails> {}
}
