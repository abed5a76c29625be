import { z } from 'zod'
import { address, featureMails, type InputsOf, link, name, time } from '../mail/feature-mail.ts'

const withExpiry = z.object({ username: name, link, expires: time })
const withLink = z.object({ username: name, link })

const username = 'ada'
const day = new Date(0)

/** The mails about an account that its user causes. */
export const accountMails = featureMails(import.meta.url, {
  'confirm-email': {
    values: withExpiry,
    sample: { username, link: 'https://example.org/account/email/confirm#token', expires: day },
  },
  'password-reset': {
    values: withExpiry,
    sample: { username, link: 'https://example.org/account/password/reset#token', expires: day },
  },
  invitation: {
    values: z.object({ by: name, link, expires: time }),
    sample: { by: username, link: 'https://example.org/account/password/reset#token', expires: day },
  },
  'password-changed': {
    values: withLink,
    sample: { username, link: 'https://example.org/account/password/forgotten' },
  },
  'email-changed': {
    values: z.object({ username: name, email: address }),
    sample: { username, email: 'ada@example.org' },
  },
  'deletion-requested': {
    values: z.object({ username: name, at: time, link }),
    sample: { username, at: day, link: 'https://example.org/account' },
  },
  'deletion-cancelled': { values: z.object({ username: name }), sample: { username } },
  'download-link': {
    values: withExpiry,
    sample: { username, link: 'https://example.org/account/data/download#token', expires: day },
  },
})

declare module '@platform/plugin-sdk' {
  interface MailInputs extends InputsOf<typeof accountMails> {}
}
