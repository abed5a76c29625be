import { JsonError, parseBoundedJson } from '@platform/config'

/** The most bytes that the reason of a websocket's close may have. */
const LONGEST_REASON = 123
/** The most characters of the id of a subscription. */
export const LONGEST_ID = 256
/** The messages of the protocol that only a server sends. */
const OF_SERVERS = ['connection_ack', 'next', 'error']

/** What is to be known of a message before it is handled. */
interface Inspected {
  /** The reason why it is refused; `null` for everything else that the protocol checks itself. */
  readonly fault: string | null
  /** The id of the subscription that it begins or ends. */
  readonly about: string | null
  /** The message as it is handled. */
  readonly message: ClientMessage
}

/** Looks at a message of a client before the protocol's library does. */
export function inspect(text: string): Inspected {
  try {
    // Whatever is no object has no type, so that the protocol refuses it.
    const message: ClientMessage = Object(parseBoundedJson(text))
    const { id, type } = message
    const about = typeof id === 'string' && OF_SUBSCRIPTIONS.has(type) ? id : null
    return { fault: misfit(id, type), about, message: plainOf(message) }
  } catch (error) {
    if (!(error instanceof JsonError)) throw error
    const fault = error.field === null ? 'Invalid message received' : beyondBounds(`${error.field}: `, error.message)
    return { fault, about: null, message: {} }
  }
}

/** A message of a client, of which nothing is known yet. */
interface ClientMessage {
  readonly id?: unknown
  readonly type?: unknown
  readonly payload?:
    | { readonly query?: unknown; readonly extensions?: { readonly documentId?: unknown } | null }
    | undefined
}

/** The keys that the messages of a client may have. */
const KEYS = ['id', 'type', 'payload']

/**
 * A message as the library takes it: it wants a `query` also of a subscription that names its document by id, and keeps
 * whatever else a message has for as long as the subscription goes on.
 */
function plainOf(message: ClientMessage): ClientMessage {
  const { id, type, payload } = message
  const namesDocument = payload?.query === undefined && typeof payload?.extensions?.documentId === 'string'
  if (type !== 'subscribe' || (!namesDocument && Object.keys(message).every(key => KEYS.includes(key)))) return message
  return { id, type, payload: namesDocument ? { ...payload, query: '' } : payload }
}

/** The messages that begin or end a subscription. */
const OF_SUBSCRIPTIONS: ReadonlySet<unknown> = new Set(['subscribe', 'complete'])

/** Says that a value is beyond the bounds of JSON, and where, if there is room for that. */
function beyondBounds(place: string, message: string): string {
  return (
    [place + message, message].find(each => Buffer.byteLength(each) <= LONGEST_REASON) ??
    message.slice(0, LONGEST_REASON)
  )
}

/** The reason why a message is refused that the protocol's library accepts, or fails at. */
function misfit(id: unknown, type: unknown): string | null {
  if (typeof type === 'string' && OF_SERVERS.includes(type)) return `type: a client does not send ${type}`
  if (typeof id === 'string' && id.length > LONGEST_ID) return `id: give at most ${LONGEST_ID} characters`
  return null
}
