import { z } from 'zod'
import { featureMails, type InputsOf, link, name, text, time } from '../mail/feature-mail.ts'

const username = 'ada'
const message = 'Two lines\nof text'

/** The mails to users about whose account a moderator or an administrator decided. */
export const userMails = featureMails(import.meta.url, {
  'username-changed': {
    values: z.object({ username: name, previous: name }),
    sample: { username, previous: 'countess' },
  },
  'username-rejected': {
    values: z.object({ username: name, message: text.default(''), link }),
    sample: { username, message, link: 'https://example.org/account' },
  },
  banned: {
    values: z.object({ username: name, message: text.default('') }),
    sample: { username, message },
  },
  suspended: {
    values: z.object({ username: name, until: time, message: text.default('') }),
    sample: { username, until: new Date(0), message },
  },
})

declare module '@platform/plugin-sdk' {
  interface MailInputs extends InputsOf<typeof userMails> {}
}
