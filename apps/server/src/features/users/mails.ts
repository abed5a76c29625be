import { z } from 'zod'
import { coreMail, type InputsOf, link, name, text, time } from '../mail/values.ts'

const message = 'Two lines\nof text'

/** Mails to the people whom a moderator, or an administrator, decided about. */
export const userMails = {
  'username-changed': coreMail(z.object({ username: name, previous: name }), {
    username: 'ada',
    previous: 'countess',
  }),
  'username-rejected': coreMail(z.object({ username: name, link }), {
    username: 'ada',
    link: 'https://example.org/account',
  }),
  banned: coreMail(z.object({ username: name, message: text.default('') }), { username: 'ada', message }),
  suspended: coreMail(z.object({ username: name, until: time, message: text.default('') }), {
    username: 'ada',
    until: new Date(0),
    message,
  }),
}

declare module '@platform/plugin-sdk' {
  interface MailInputs extends InputsOf<typeof userMails> {}
}
