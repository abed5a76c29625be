/** The reason why a request failed. */
export type OutboundCode =
  /** The address, the port, the scheme or the type of content is not allowed. */
  | 'OUTBOUND_REFUSED'
  /** The request took too long. */
  | 'OUTBOUND_TIMEOUT'
  /** The answer is larger than allowed. */
  | 'OUTBOUND_TOO_LARGE'
  /** The host name can't be resolved, no server answers, or the answer is not HTTP. */
  | 'OUTBOUND_FAILED'

/** A request to another server that failed. */
export class OutboundError extends Error {
  override readonly name = 'OutboundError'
  readonly code: OutboundCode

  constructor(code: OutboundCode, message: string, options?: ErrorOptions) {
    super(message, options)
    this.code = code
  }
}
