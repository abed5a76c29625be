import { z } from 'zod'

const name = z.string().max(200)
const text = z.string().max(20_000)
const link = z.url({ protocol: /^https?$/ }).max(4_000)
/** A time; kept as text in the queue. */
const time = z.union([z.date(), z.iso.datetime()]).transform(value => new Date(value))

/** Every mail the platform sends, and what its template is given beside the site's own values. */
export const mails = {
  'confirm-email': z.object({ username: name, link, expires: time }),
  'password-reset': z.object({ username: name, link, expires: time }),
  'password-changed': z.object({ username: name, link }),
  'email-changed': z.object({ username: name, email: name }),
  'username-changed': z.object({ username: name, previous: name }),
  'username-rejected': z.object({ username: name, link }),
  banned: z.object({ username: name, message: text.default('') }),
  suspended: z.object({ username: name, until: time, message: text.default('') }),
  'deletion-requested': z.object({ username: name, at: time, link }),
  'deletion-cancelled': z.object({ username: name }),
  'download-link': z.object({ username: name, link, expires: time }),
  notice: z.object({ subject: name, body: text }),
} as const

export type MailName = keyof typeof mails

/** What a template needs to be given. */
export type MailValues<N extends MailName> = z.input<(typeof mails)[N]>

export const mailNames = Object.keys(mails) as [MailName, ...MailName[]]

/** Values to try every template with. */
export const samples: { readonly [N in MailName]: MailValues<N> } = {
  'confirm-email': { username: 'ada', link: 'https://example.org/account/email/confirm#token', expires: new Date(0) },
  'password-reset': { username: 'ada', link: 'https://example.org/account/password/reset#token', expires: new Date(0) },
  'password-changed': { username: 'ada', link: 'https://example.org/account/password/forgotten' },
  'email-changed': { username: 'ada', email: 'ada@example.org' },
  'username-changed': { username: 'ada', previous: 'countess' },
  'username-rejected': { username: 'ada', link: 'https://example.org/account' },
  banned: { username: 'ada', message: 'Two lines\nof text' },
  suspended: { username: 'ada', until: new Date(0), message: 'Two lines\nof text' },
  'deletion-requested': { username: 'ada', at: new Date(0), link: 'https://example.org/account' },
  'deletion-cancelled': { username: 'ada' },
  'download-link': { username: 'ada', link: 'https://example.org/account/download#token', expires: new Date(0) },
  notice: { subject: 'A subject', body: 'Two lines\nof text' },
}

/** A mail as it is handed to the server that delivers it. */
export interface Message {
  /** The same for every attempt to send the same mail, so that receivers can drop a second copy. */
  readonly id: string
  readonly to: string
  readonly subject: string
  readonly text: string
  readonly html: string
  readonly template: string
  readonly replyTo: string | null
  /** The address the mail asks its reader to open. */
  readonly link: string | null
}
