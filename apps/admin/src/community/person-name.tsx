import { useEffect, useRef } from 'preact/hooks'
import { useAdmin } from '../app/context.ts'
import type { ListedPersonFragment } from '../documents/types.ts'

/** The name of a user, which opens the drawer about the user. */
export function PersonName({
  person: { id, username },
}: {
  readonly person: Pick<ListedPersonFragment, 'id' | 'username'>
}) {
  const { viewUser } = useAdmin()
  return (
    <button type="button" class="quiet name" onClick={() => viewUser(id)}>
      <bdi>{username}</bdi>
    </button>
  )
}

/** Calls `read` when the drawer about a user was closed, because decisions may have been made in it. */
export function useViewed(id: string, read: () => unknown): void {
  const { viewed } = useAdmin()
  const wasOpen = useRef(false)
  const isOpen = viewed.value === id
  useEffect(() => {
    if (wasOpen.current && !isOpen) read()
    wasOpen.current = isOpen
  }, [isOpen])
}
