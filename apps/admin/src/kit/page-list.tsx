import type { ComponentChildren } from 'preact'
import { useRef } from 'preact/hooks'
import { useAdmin } from '../app/context.ts'
import { useKeys } from '../app/use-keys.ts'
import { Failed } from './failed.tsx'
import type { Pages } from './use-pages.ts'

interface PageListProps<Node> {
  readonly pages: Pages<Node>
  /** What screen readers call the list. */
  readonly label: string
  /** What is shown when there is nothing. */
  readonly empty: string
  children(node: Node): ComponentChildren
}

/** A list that is read page by page, with what it shows while it is read, when it is empty, and when it failed. */
export function PageList<Node extends { readonly id: string }>({ pages, label, empty, children }: PageListProps<Node>) {
  const { texts } = useAdmin()
  const { nodes, state, hasMore } = pages
  const list = useRef<HTMLUListElement>(null)
  useKeys({ next: () => focusRow(list.current, 1), previous: () => focusRow(list.current, -1) })
  return (
    <>
      {nodes.length > 0 && (
        <ul ref={list} class="rows" aria-label={label} aria-busy={state === 'reading'}>
          {nodes.map(node => (
            <li key={node.id} class="row" tabIndex={-1}>
              {children(node)}
            </li>
          ))}
        </ul>
      )}
      <div role="status">
        {state === 'reading' && <p class="empty">{texts.text('reading')}</p>}
        {state === 'read' && nodes.length === 0 && <p class="empty">{empty}</p>}
      </div>
      {state === 'failed' && <Failed again={pages.more} />}
      {state === 'read' && hasMore && (
        <p class="more">
          <button type="button" class="button" onClick={pages.more}>
            {texts.text('more')}
          </button>
        </p>
      )}
    </>
  )
}

/** Moves the focus by a number of rows. */
function focusRow(list: HTMLElement | null, step: number): void {
  const rows = [...(list?.querySelectorAll<HTMLElement>('.row') ?? [])]
  const at = rows.findIndex(row => row.contains(document.activeElement))
  rows[at === -1 ? 0 : Math.max(0, Math.min(at + step, rows.length - 1))]?.focus()
}
