import { z } from 'zod'
import { coreMail, type InputsOf, name, text } from './values.ts'

/** Mails with words of their own. */
export const noticeMails = {
  notice: coreMail(z.object({ subject: name, body: text }), { subject: 'A subject', body: 'Two lines\nof text' }),
}

declare module '@platform/plugin-sdk' {
  interface MailInputs extends InputsOf<typeof noticeMails> {}
}
