import { GraphQLError } from 'graphql'
import { type About, maskError } from '../graphql/errors.ts'
import { textFrame } from './outgoing.ts'

/** The result of an event, serialised once for all who get it. */
export interface Result {
  readonly text: string
  /** The message with the result to a subscription; subscriptions with the same id get the same bytes. */
  frameFor(id: string): Buffer
}

/** Clients number their subscriptions, or give them random ids, of which keeping frames is of no use. */
const MOST_IDS = 100

export function createResult(text: string): Result {
  const frames = new Map<string, Buffer>()
  return {
    text,
    frameFor(id) {
      const known = frames.get(id)
      if (known) return known
      const frame = textFrame(`{"id":${JSON.stringify(id)},"type":"next","payload":${text}}`)
      if (frames.size < MOST_IDS) frames.set(id, frame)
      return frame
    },
  }
}

/** An error as clients see it here: what HTTP makes of it, such as its status, is no part of the protocol. */
export function maskLiveError(error: unknown, about: About): GraphQLError {
  const { message, nodes, source, positions, path, extensions } = maskError(error, about)
  const { http: _, ...shown } = extensions
  return new GraphQLError(message, { nodes, source, positions, path, extensions: shown })
}
