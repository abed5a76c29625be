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
