import { tabKeepsAnything } from '@platform/client-kit'
import { COMMENTS } from '../thread/core-tabs.ts'
import type { StreamState } from '../thread/state.ts'
import { partsKeepAnything } from './kept-by-parts.ts'
import type { KeptReading } from './kept-reading.ts'
import type { Session } from './session.ts'

/** Relative times have to be written anew after this time. Milliseconds. */
const PATIENCE = 60_000
/** What a reader can use, or read more of by pointing at it. */
const USABLE = 'a, button, input, select, textarea, summary, time'

interface Known {
  readonly session: Pick<Session, 'likely'>
  readonly reading: Pick<KeptReading, 'seen' | 'collapsed'>
}

/** Whether a page has more to show to this reader than to every other one. */
export function isPersonal(
  { form, focus, notice, parts, refused, viewer }: StreamState,
  { session, reading }: Known,
): boolean {
  const wasHere = reading.seen !== null || reading.collapsed.length > 0
  const isAsked = form !== null || focus !== null || notice !== null || refused !== null || location.hash !== ''
  const isRemembered = tabKeepsAnything() || (parts.length > 0 && partsKeepAnything())
  return viewer !== null || isAsked || wasHere || session.likely || isRemembered
}

/** Whether the address opens another tab than the comments, beside the list or at the top. */
export const isTabOpen = ({ pane, tab }: StreamState): boolean => pane !== null || tab !== COMMENTS

/**
 * Calls back when the reader points at something that can be used, focuses or presses it, or after a while; once more
 * each time as long as that fails.
 */
export function whenUsed(stream: Element, callback: () => Promise<unknown>): void {
  const ended = new AbortController()
  let tried = false
  const use = () => {
    if (tried) return
    tried = true
    clearTimeout(timer)
    callback().then(
      () => ended.abort(),
      () => {
        tried = false
      },
    )
  }
  const look = ({ target }: Event) => target instanceof Element && target.closest(USABLE) && use()
  for (const type of ['pointerover', 'pointerdown', 'focusin']) stream.addEventListener(type, look, ended)
  const timer = setTimeout(() => {
    if (document.visibilityState === 'visible') use()
    else document.addEventListener('visibilitychange', use, ended)
  }, PATIENCE)
}
