import type { CommentSort } from '../acting.ts'
import { type ClientPlugin, type ClientTexts, defineClientPlugin } from '../define-client-plugin.ts'

import { useSorting, useText } from '../use.ts'

/** The client part of an order. */
export interface SortClientOptions extends CommentSort {
  /** The text `label`, by language. */
  readonly translations: ClientTexts
}

/**
 * Makes the client part of an order of comments: an entry in the menu of the list. It is not shown where the server
 * can't sort so, because the plugin that counts the value is not listed.
 *
 * @example
 * export default defineSortClient({
 *   sortBy: 'RESPECTS',
 *   sortOrder: 'DESC',
 *   translations: { en: { label: 'Most respected' } },
 * })
 */
export function defineSortClient({ sortBy, sortOrder, translations }: SortClientOptions): ClientPlugin {
  const sort: CommentSort = { sortBy, sortOrder }
  const Entry = () => {
    const text = useText()
    const sorting = useSorting()
    if (!sorting?.values.includes(sortBy)) return null
    const { current } = sorting
    return (
      <a
        class="menu-entry"
        href={sorting.addressOf(sort)}
        aria-current={current.sortBy === sortBy && current.sortOrder === sortOrder ? 'true' : undefined}
        onClick={event => {
          if (event.button !== 0 || event.ctrlKey || event.metaKey || event.shiftKey || event.altKey) return
          event.preventDefault()
          void sorting.choose(sort)
        }}
      >
        {text('label')}
      </a>
    )
  }
  return defineClientPlugin({ slots: { viewingOptionsSort: Entry }, sorts: [sortBy], translations })
}
