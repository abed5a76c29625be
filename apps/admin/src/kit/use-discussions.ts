import { Discussions } from '../documents/generated.ts'
import type { ListedDiscussionFragment } from '../documents/types.ts'
import { useDebounced } from './use-debounced.ts'
import { useQuery } from './use-query.ts'

/** The discussions that words of their title or address find, the newest first; `null` until they are read. */
export function useFoundDiscussions(typed: string): readonly ListedDiscussionFragment[] | null {
  const { data } = useQuery(Discussions, { value: useDebounced(typed).trim() })
  return data ? (data.assets?.nodes ?? []) : null
}
