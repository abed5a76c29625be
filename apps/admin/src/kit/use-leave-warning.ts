import { useEffect } from 'preact/hooks'
import { useAdmin } from '../app/context.ts'

/** Asks before the page, or the view, is left by a link, as long as something is not saved. */
export function useLeaveWarning(isUnsaved: boolean): void {
  const { texts } = useAdmin()
  useEffect(() => {
    if (!isUnsaved) return
    const leavePage = (event: BeforeUnloadEvent) => event.preventDefault()
    const follow = (event: MouseEvent) => {
      const link = event.target instanceof Element ? event.target.closest('a[href]') : null
      if (!link || link.getAttribute('target') === '_blank' || event.ctrlKey || event.metaKey) return
      if (confirm(texts.text('leaveUnsaved'))) return
      event.preventDefault()
      event.stopImmediatePropagation()
    }
    addEventListener('beforeunload', leavePage)
    document.addEventListener('click', follow, { capture: true })
    return () => {
      removeEventListener('beforeunload', leavePage)
      document.removeEventListener('click', follow, { capture: true })
    }
  }, [isUnsaved])
}
