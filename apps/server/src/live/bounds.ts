import { JsonError, parseBoundedJson } from '@platform/config'

/** The most bytes that a websocket can say of why it is closed. */
const LONGEST_REASON = 123

/** What puts a message beyond the bounds of JSON, short enough to close a socket with; of what is no JSON the protocol itself tells. */
export function beyondBounds(text: string): string | null {
  try {
    parseBoundedJson(text)
    return null
  } catch (error) {
    if (!(error instanceof JsonError)) throw error
    if (error.field === null) return null
    const reason = `${error.field}: ${error.message}`
    return (
      [reason, error.message].find(each => Buffer.byteLength(each) <= LONGEST_REASON) ??
      error.message.slice(0, LONGEST_REASON)
    )
  }
}
