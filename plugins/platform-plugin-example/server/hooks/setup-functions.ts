import type { SetupFunction } from '@platform/plugin-sdk'
import type { ExampleContext } from '../context-types.ts'

/** Any plugin may publish to a channel, so the payload is checked before it is read. */
type Payload = { readonly comment?: { readonly asset_id: string } } | null

/**
 * `setupFunctions`: which events of a channel reach a subscriber. Use a filter for everything with an audience, and
 * answer `false` for who may not know; it runs for each event and subscriber, so it reads nothing from the store.
 */
export const setupFunctions: Readonly<Record<string, SetupFunction<ExampleContext>>> = {
  commentBookmarked: (_options, { asset_id: asset }: { asset_id: string }) => ({
    commentBookmarked: { filter: (payload: Payload) => payload?.comment?.asset_id === asset },
  }),
}
