import type { Drawing } from './drawing.ts'

/** For how long a click waits. Milliseconds. */
const PATIENCE = 3_000
/** What the stream answers. Links in texts lead elsewhere in any case, and a form is sent without a script, too. */
const ANSWERED = 'a:not(.text a, .markup a), button[type=button]'

/**
 * Keeps a click until the browser draws the comments and knows who reads, and repeats it then. Without an answer the
 * browser follows the link.
 */
export function keepClicks(place: Element, drawing: Drawing): void {
  let kept: HTMLElement | null = null
  const keep = (event: Event) => {
    const { button, ctrlKey, metaKey, shiftKey, altKey, target } = event as MouseEvent
    const used = target instanceof Element ? target.closest<HTMLElement>(ANSWERED) : null
    if (!used || button !== 0 || ctrlKey || metaKey || shiftKey || altKey) return
    event.preventDefault()
    event.stopPropagation()
    const waits = kept !== null
    kept = used
    if (waits) return
    // Without a network the link would lead to an error of the browser.
    setTimeout(() => navigator.onLine && repeat(), PATIENCE)
    drawing.begin().catch(repeat)
  }
  const repeat = () => {
    place.removeEventListener('click', keep, true)
    if (kept?.isConnected) kept.click()
    kept = null
    if (!drawing.now) place.addEventListener('click', keep, true)
  }
  place.addEventListener('click', keep, true)
  void drawing.done.then(({ begun }) => begun).then(repeat, repeat)
}
