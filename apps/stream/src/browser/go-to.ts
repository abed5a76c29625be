import { anchorOf } from '../thread/addresses.ts'
import type { Host } from './host.ts'

/** Moves the focus to a comment and scrolls to it, once it is drawn; without the comment, to the top of the stream. */
export async function goToComment(id: string, host: Pick<Host, 'framed' | 'scrollTo'>): Promise<void> {
  await drawn()
  const place = document.getElementById(anchorOf(id)) ?? document.getElementById('stream-title')
  place?.querySelector<HTMLElement>('article')?.focus({ preventScroll: true })
  // The page around a frame scrolls, and keeps its own distance from the edge.
  if (place && host.framed) host.scrollTo(place)
  else place?.scrollIntoView({ block: 'start' })
}

/** Moves the focus to a comment that is on the screen already. */
export async function focusComment(id: string): Promise<void> {
  await drawn()
  document.getElementById(anchorOf(id))?.querySelector<HTMLElement>('article')?.focus({ preventScroll: true })
}

/** Resolves when the changes of signals are drawn. */
const drawn = () => new Promise(resolve => setTimeout(resolve, 0))
