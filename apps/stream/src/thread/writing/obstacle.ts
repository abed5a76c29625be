import type { Stream } from '../context.ts'
import { isOpen } from '../open.ts'

/** Why the reader can't write now. */
export interface Obstacle {
  readonly kind:
    | 'closed'
    | 'anonymous'
    | 'ended'
    | 'banned'
    | 'suspended'
    | 'nameUnset'
    | 'nameRejected'
    | 'nameWaiting'
  /** When a suspension ends, in milliseconds. */
  readonly until?: number
}

const NAMES = { UNSET: 'nameUnset', REJECTED: 'nameRejected', CHANGED: 'nameWaiting' } as const

/** Why the reader can't write now; `null` when they can. */
export function obstacleOf(stream: Stream): Obstacle | null {
  const { ended, now, viewer } = stream
  if (!isOpen(stream)) return { kind: 'closed' }
  if (!viewer.value) return { kind: ended.value ?? 'anonymous' }
  return accountObstacle(viewer.value, now.value)
}

/** Why an account can't write, report or ignore now; `null` when it can. */
function accountObstacle({ state }: NonNullable<Stream['viewer']['value']>, now: number): Obstacle | null {
  const status = state?.status
  if (!status) return null
  if (status.banned.status) return { kind: 'banned' }
  const until = Date.parse(status.suspension.until ?? '')
  if (until > now) return { kind: 'suspended', until }
  const kind = NAMES[status.username.status as keyof typeof NAMES]
  return kind ? { kind } : null
}

/** Whether the only address by which a user signs in is not confirmed yet. */
export function isUnconfirmed({ state, viewer: { value } }: Stream): boolean {
  const profiles = value?.profiles?.filter(profile => profile !== null) ?? []
  return (
    state.site.mail &&
    profiles.length > 0 &&
    profiles.every(profile => 'confirmedAt' in profile && profile.confirmedAt === null)
  )
}
