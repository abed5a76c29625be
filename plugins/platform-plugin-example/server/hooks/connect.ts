import type { Connectors } from '@platform/plugin-sdk'
import { tally } from '../tally.ts'

interface Graph {
  readonly subscriptions: { getBroker(): { on(event: string, listener: (payload: unknown) => void): unknown } }
}

/**
 * `connect`: called once before the server listens, and not by commands. Use it to follow what happens on this
 * instance: each event is heard by the instance it happens on, so things are done once.
 */
export function connect(connectors: Connectors): void {
  const { subscriptions } = connectors['graph'] as Graph
  subscriptions.getBroker().on('commentAdded', () => {
    tally.comments++
  })
}
