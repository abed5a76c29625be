import { useMemo } from 'preact/hooks'
import { useLocation, useRoute } from 'preact-iso'
import { useAdmin } from '../app/context.ts'
import type { Assets, Queue } from './queues.ts'

/** The most discussions whose comments are shown together. */
export const MOST_ASSETS = 20

/** What the address names: a queue, and the discussions whose comments are shown. */
export interface Place {
  /** The queue; `undefined` when the address names none. */
  readonly queue: Queue | undefined
  readonly assets: Assets
}

/**
 * Reads `/admin/moderate/:queue?/:asset?`, which may name the discussion alone. More discussions stand behind it:
 * `?asset=two&asset=three`.
 */
export function usePlace(queues: readonly Queue[]): Place {
  const { params } = useRoute()
  const { url } = useLocation()
  const queue = queues.find(({ key }) => key === params['queue'])
  const first = queue ? params['asset'] : (params['asset'] ?? params['queue'])
  const others = new URLSearchParams(url.split('?')[1] ?? '').getAll('asset')
  const ids = [...new Set([...(first === undefined ? [] : [first]), ...others])].slice(0, MOST_ASSETS)
  const key = JSON.stringify(ids)
  return { queue, assets: useMemo(() => (ids.length > 0 ? ids : null), [key]) }
}

/** Makes the address of a queue for some discussions, or for all. */
export function usePathTo(): (queue: string, assets: Assets) => string {
  const { path } = useAdmin()
  return (queue, assets) => {
    const [first, ...others] = assets ?? []
    if (first === undefined) return path(`/moderate/${queue}`)
    const query = new URLSearchParams(others.map(id => ['asset', id])).toString()
    return path(`/moderate/${queue}/${encodeURIComponent(first)}${query && `?${query}`}`)
  }
}
