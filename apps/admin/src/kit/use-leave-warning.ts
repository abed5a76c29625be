import { useEffect } from 'preact/hooks'
import { useAdmin } from '../app/context.ts'

/** What is not saved on this page: its address, and the question whether it may be left. */
interface Unsaved {
  readonly address: string
  mayLeave(): boolean
}

let unsaved: Unsaved | null = null

/**
 * Keeps the view while the user goes back in the history and does not want to leave. It is called before the router
 * begins to listen: browsers tell a window in the order in which its listeners were added.
 */
export function guardHistory(): void {
  addEventListener('popstate', event => {
    if (!unsaved || unsaved.mayLeave()) return
    event.stopImmediatePropagation()
    // The browser has left the address already.
    history.pushState(null, '', unsaved.address)
  })
}

/** Asks before the page, or the view, is left by a link or in the history, as long as something is not saved. */
export function useLeaveWarning(isUnsaved: boolean): void {
  const { texts } = useAdmin()
  useEffect(() => {
    if (!isUnsaved) return
    const mayLeave = () => confirm(texts.text('leaveUnsaved'))
    const leavePage = (event: BeforeUnloadEvent) => event.preventDefault()
    const follow = (event: MouseEvent) => {
      const link = event.target instanceof Element ? event.target.closest('a[href]') : null
      if (!link || link.getAttribute('target') === '_blank' || event.ctrlKey || event.metaKey) return
      if (mayLeave()) return
      event.preventDefault()
      event.stopImmediatePropagation()
    }
    unsaved = { address: location.href, mayLeave }
    addEventListener('beforeunload', leavePage)
    document.addEventListener('click', follow, { capture: true })
    return () => {
      unsaved = null
      removeEventListener('beforeunload', leavePage)
      document.removeEventListener('click', follow, { capture: true })
    }
  }, [isUnsaved])
}
