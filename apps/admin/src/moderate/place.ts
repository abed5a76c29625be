import { useMemo } from 'preact/hooks'
import { useLocation, useRoute } from 'preact-iso'
import { useAdmin } from '../app/context.ts'
import type { Assets, Queue } from './queues.ts'

/** The most discussions whose comments are shown together. */
export const MOST_ASSETS = 20

/** Which comments of a queue are looked for. */
export interface CommentSearch {
  /** Words in their texts; empty for any. */
  readonly text: string
  /** The username of their author; empty for any. */
  readonly author: string
}

/** What the address names: a queue, the discussions whose comments are shown, and what is looked for in them. */
export interface Place {
  /** The queue; `undefined` when the address names none. */
  readonly queue: Queue | undefined
  readonly assets: Assets
  readonly search: CommentSearch
}

/**
 * Reads `/admin/moderate/:queue?/:asset?`, which may name the discussion alone. More discussions stand behind it, and
 * what is looked for: `?asset=two&asset=three&text=some+words&author=ada`.
 */
export function usePlace(queues: readonly Queue[]): Place {
  const { params } = useRoute()
  const { query, url } = useLocation()
  const queue = queues.find(({ key }) => key === params['queue'])
  const first = queue ? params['asset'] : (params['asset'] ?? params['queue'])
  const others = new URLSearchParams(url.split('?')[1] ?? '').getAll('asset')
  const ids = [...new Set([...(first === undefined ? [] : [first]), ...others])].slice(0, MOST_ASSETS)
  const key = JSON.stringify(ids)
  const { text = '', author = '' } = query
  return {
    queue,
    assets: useMemo(() => (ids.length > 0 ? ids : null), [key]),
    search: useMemo(() => ({ text: text.trim(), author: author.trim() }), [text, author]),
  }
}

/** Makes the address of a queue for some discussions, or for all. What is looked for stays, unless another is given. */
export function usePathTo({ search: current }: Pick<Place, 'search'>) {
  const { path } = useAdmin()
  return (queue: string, assets: Assets, search: CommentSearch = current): string => {
    const [first, ...others] = assets ?? []
    const given = [...others.map(id => ['asset', id]), ...Object.entries(search).filter(([, value]) => value)]
    const query = new URLSearchParams(given as [string, string][]).toString()
    const place = first === undefined ? '' : `/${encodeURIComponent(first)}`
    return path(`/moderate/${queue}${place}${query && `?${query}`}`)
  }
}
