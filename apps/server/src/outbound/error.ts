/** Why something was not fetched. */
export type OutboundCode =
  /** The address, the port, the scheme or the type of content is none that may be fetched. */
  | 'OUTBOUND_REFUSED'
  /** It took too long. */
  | 'OUTBOUND_TIMEOUT'
  /** The answer is larger than allowed. */
  | 'OUTBOUND_TOO_LARGE'
  /** The name has no address, nobody answers, or the answer is no HTTP. */
  | 'OUTBOUND_FAILED'

/** A request to another server that came to nothing. */
export class OutboundError extends Error {
  override readonly name = 'OutboundError'
  readonly code: OutboundCode

  constructor(code: OutboundCode, message: string, options?: ErrorOptions) {
    super(message, options)
    this.code = code
  }
}
