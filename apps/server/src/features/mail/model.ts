/** A mail in the form in which the mail server gets it. */
export interface Message {
  /** The same for every attempt to send a mail, so that receivers can drop a second copy. */
  readonly id: string
  readonly to: string
  readonly subject: string
  readonly text: string
  readonly html: string
  readonly template: string
  readonly replyTo: string | null
  /** The address of the page that the mail asks its reader to open. */
  readonly link: string | null
}
