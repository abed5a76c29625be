/** A report about a comment, of a user or of the server. */
export interface Flag {
  readonly id: string
  readonly reason: string | null
  readonly message: string | null
  /** Who reported it; `null` for the server. */
  readonly user: { readonly id: string; readonly username: string } | null
}
