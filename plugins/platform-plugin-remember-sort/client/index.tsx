import { type CommentSort, defineClientPlugin, effect } from '@platform/client-sdk'

/** The order of a list unless its reader chooses another one. It needs no remembering. */
const USUAL: CommentSort = { sortBy: 'CREATED_AT', sortOrder: 'DESC' }

const isSame = (one: CommentSort, other: CommentSort) =>
  one.sortBy === other.sortBy && one.sortOrder === other.sortOrder

/** What is kept, if it is an order that this site has: plugins may have been removed since. */
function readSort(kept: unknown, values: readonly string[]): CommentSort | null {
  if (typeof kept !== 'object' || kept === null) return null
  const { sortBy, sortOrder } = kept as Readonly<Record<string, unknown>>
  const isKnown = typeof sortBy === 'string' && values.includes(sortBy)
  return isKnown && (sortOrder === 'ASC' || sortOrder === 'DESC') ? { sortBy, sortOrder } : null
}

/** Remembers the order that a reader chose last, and shows every discussion in it. */
export default defineClientPlugin({
  async init({ sorting, storage }) {
    let known = sorting.current
    const kept = readSort(storage.get('sort'), sorting.values)
    // An order in the address was chosen by whoever made the link.
    const isOpen = isSame(known, USUAL) && !new URL(location.href).searchParams.has('sort')
    if (kept && isOpen && !isSame(kept, known) && (await sorting.choose(kept))) known = kept
    effect(() => {
      const { current } = sorting
      if (isSame(current, known)) return
      known = { ...current }
      storage.set('sort', isSame(known, USUAL) ? null : known)
    })
  },
})
