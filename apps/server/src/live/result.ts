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
