import type { Stream } from '../thread/context.ts'
import { isUnconfirmed, obstacleOf } from '../thread/writing/obstacle.ts'

/**
 * Asks again what the reader may do when they come back to the page, because they may have signed in, chosen a name or
 * confirmed an address in another tab.
 */
export function refreshWhenBack(stream: Stream): void {
  document.addEventListener('visibilitychange', () => {
    if (document.visibilityState !== 'visible') return
    const { kind = null } = obstacleOf(stream) ?? {}
    const known = kind !== null && kind !== 'closed' && kind !== 'anonymous'
    const wrote = kind === 'anonymous' && document.querySelector('.composer') !== null
    if (known || wrote || isUnconfirmed(stream)) void stream.actions?.refresh()
  })
}
