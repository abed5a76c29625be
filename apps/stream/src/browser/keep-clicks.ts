import type { Drawing } from './drawing.ts'
import type { Unreached } from './unreached.ts'

/** For how long a click on a link waits. Milliseconds. */
const PATIENCE = 3_000
/** The most clicks that are kept. */
const MOST = 10
/** What the stream answers. Links in texts lead elsewhere in any case, and a form is sent without a script, too. */
const ANSWERED = 'a:not(.text a, .markup a), button[type=button]'

/**
 * Keeps clicks until the browser draws the comments and knows who reads, and repeats them then. When that can't be
 * loaded, a link is followed if the server answers; otherwise a sentence says why nothing happens.
 */
export function keepClicks(place: Element, drawing: Drawing, unreached: Unreached): void {
  let kept: HTMLElement[] = []
  const keep = (event: Event) => {
    const { button, ctrlKey, metaKey, shiftKey, altKey, target } = event as MouseEvent
    const used = target instanceof Element ? target.closest<HTMLElement>(ANSWERED) : null
    if (!used || button !== 0 || ctrlKey || metaKey || shiftKey || altKey) return
    event.preventDefault()
    event.stopPropagation()
    // What was pressed without a network is not done by itself much later.
    if (!navigator.onLine) return unreached.tell('offline')
    kept.push(used)
    kept = kept.slice(-MOST)
    if (used instanceof HTMLAnchorElement) setTimeout(() => void follow(used), PATIENCE)
    drawing.begin().catch(giveUp)
  }
  const press = (used: HTMLElement) => {
    place.removeEventListener('click', keep, true)
    if (used.isConnected) used.click()
    if (!drawing.now) place.addEventListener('click', keep, true)
  }
  const follow = async (link: HTMLAnchorElement) => {
    if (!kept.includes(link)) return
    const reachable = await isReachable(link.href)
    if (!kept.includes(link)) return
    kept = []
    if (reachable) press(link)
    else unreached.tell('failed')
  }
  const giveUp = () => {
    const link = kept.findLast(used => used instanceof HTMLAnchorElement)
    if (link) return void follow(link)
    kept = []
    unreached.tell('failed')
  }
  /** Ctrl and Enter send what is written, also before the form is drawn by the browser. */
  const send = (event: Event) => {
    const { key, ctrlKey, metaKey, target } = event as KeyboardEvent
    if (key !== 'Enter' || !(ctrlKey || metaKey) || !(target instanceof HTMLTextAreaElement)) return
    target.form?.requestSubmit()
  }
  const repeat = () => {
    place.removeEventListener('click', keep, true)
    place.removeEventListener('keydown', send)
    const waiting = kept
    kept = []
    for (const used of waiting) if (used.isConnected) used.click()
  }
  place.addEventListener('click', keep, true)
  place.addEventListener('keydown', send)
  void drawing.done.then(({ begun }) => begun).then(repeat, repeat)
}

/** Whether the server answers a link. A link of the sign-in leads to the same server. */
const isReachable = (address: string): Promise<boolean> =>
  fetch(address, { method: 'HEAD', credentials: 'omit', redirect: 'manual' }).then(
    () => true,
    () => false,
  )
