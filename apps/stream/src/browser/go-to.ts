import { anchorOf } from '../thread/addresses.ts'
import type { StreamState } from '../thread/state.ts'
import type { Host } from './host.ts'

/** The room of the button that leads to new comments, which lies over the top of the screen. Pixels. */
const NEWS = 32

/** Moves the focus to a comment and scrolls to it, once it is drawn; without the comment, to the top of the stream. */
export async function goToComment(id: string, host: Pick<Host, 'framed' | 'scrollTo'>): Promise<void> {
  await drawn()
  const place = document.getElementById(anchorOf(id)) ?? document.getElementById('stream-title')
  place?.querySelector<HTMLElement>('article')?.focus({ preventScroll: true })
  scrollTo(place, host)
}

/** Scrolls the page around a frame to the comment that its address names, or to the notice that there is none. */
export function goToNamed({ focus, notice }: StreamState, host: Pick<Host, 'framed' | 'scrollTo'>): void {
  const place = focus?.alone ? anchorOf(focus.branch.id) : notice === 'gone' ? 'stream-title' : null
  // The focus stays on the page, because the reader has not asked for the frame.
  if (place !== null && host.framed) scrollTo(document.getElementById(place), host)
}

function scrollTo(place: HTMLElement | null, host: Pick<Host, 'framed' | 'scrollTo'>): void {
  // The page around a frame scrolls, and keeps its own distance from the edge.
  if (place && host.framed) host.scrollTo(place, document.querySelector('.new-comments') ? NEWS : 0)
  else place?.scrollIntoView({ block: 'start' })
}

/** Moves the focus to a comment that is on the screen already. */
export async function focusComment(id: string): Promise<void> {
  await drawn()
  document.getElementById(anchorOf(id))?.querySelector<HTMLElement>('article')?.focus({ preventScroll: true })
}

/** Resolves when the changes of signals are drawn. */
const drawn = () => new Promise(resolve => setTimeout(resolve, 0))
