import { useEffect } from 'preact/hooks'
import { useAdmin } from '../app/context.ts'

/** A form with something that is not saved: the address of its page, and the question whether it may be left. */
interface Unsaved {
  readonly address: string
  mayLeave(): boolean
}

/** Every form of the view with something that is not saved. The question is asked once, however many there are. */
const unsaved = new Set<Unsaved>()

const first = (): Unsaved | undefined => unsaved.values().next().value

/**
 * Keeps the view while the user goes back in the history, or follows a link, and does not want to leave. It is called
 * before the router begins to listen: browsers tell a window in the order in which its listeners were added.
 */
export function guardViews(): void {
  addEventListener('popstate', event => {
    const form = first()
    if (!form || form.mayLeave()) return
    event.stopImmediatePropagation()
    // The browser has left the address already.
    history.pushState(null, '', form.address)
  })
  const follow = (event: MouseEvent) => {
    const link = event.target instanceof Element ? event.target.closest('a[href]') : null
    if (!link || link.getAttribute('target') === '_blank' || event.ctrlKey || event.metaKey) return
    if (first()?.mayLeave() ?? true) return
    event.preventDefault()
    event.stopImmediatePropagation()
  }
  document.addEventListener('click', follow, { capture: true })
}

/** Asks before the page, or the view, is left by a link or in the history, as long as something is not saved. */
export function useLeaveWarning(isUnsaved: boolean): void {
  const { texts } = useAdmin()
  useEffect(() => {
    if (!isUnsaved) return
    const form: Unsaved = { address: location.href, mayLeave: () => confirm(texts.text('leaveUnsaved')) }
    const leavePage = (event: BeforeUnloadEvent) => event.preventDefault()
    unsaved.add(form)
    addEventListener('beforeunload', leavePage)
    return () => {
      unsaved.delete(form)
      removeEventListener('beforeunload', leavePage)
    }
  }, [isUnsaved])
}
