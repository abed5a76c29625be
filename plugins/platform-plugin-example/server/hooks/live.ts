import type { SetupFunction, WebsocketHooks } from '@platform/plugin-sdk'
import type { ExampleContext } from '../context-types.ts'
import { tally } from '../tally.ts'

/** Any plugin may publish to a channel, so the payload is checked before it is read. */
type Payload = { readonly comment?: { readonly asset_id: string } } | null

/**
 * `setupFunctions`: decides which events of a channel reach a subscriber. Use a filter for events that not every
 * subscriber may get. A filter runs for each event and subscriber, so it must not read from the store.
 */
export const setupFunctions: Readonly<Record<string, SetupFunction<ExampleContext>>> = {
  commentStarred: (_options, { asset_id: asset }: { asset_id: string }) => ({
    commentStarred: { filter: (payload: Payload) => payload?.comment?.asset_id === asset },
  }),
}

/**
 * `websockets`: called when clients connect to the live endpoint, and when they leave it. Throw in `onConnect` to
 * refuse a connection. This plugin counts connections.
 */
export const websockets: WebsocketHooks = {
  onConnect: () => {
    tally.readers++
  },
  onDisconnect: () => {
    tally.readers--
  },
}
