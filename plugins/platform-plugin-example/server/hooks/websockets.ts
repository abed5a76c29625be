import type { WebsocketHooks } from '@platform/plugin-sdk'
import { tally } from '../tally.ts'

/**
 * `websockets`: called as live connections come and go. Use `onConnect` to refuse one by throwing, both to count them.
 */
export const websockets: WebsocketHooks = {
  onConnect: () => {
    tally.readers++
  },
  onDisconnect: () => {
    tally.readers--
  },
}
