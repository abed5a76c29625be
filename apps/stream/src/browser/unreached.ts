import type { Host } from './host.ts'

/** Says, before the browser draws the comments, why nothing happens. */
export interface Unreached {
  tell(why: 'offline' | 'failed'): void
  /** Removes the sentence. */
  clear(): void
}

/** The sentences are in the page already, because nothing can be loaded when they are needed. */
export function createUnreached(place: Element, host: Pick<Host, 'framed' | 'notify' | 'position'>): Unreached {
  const sentences = [...place.querySelectorAll<HTMLElement>('.unreached > p')]
  const clear = () => {
    for (const each of sentences) each.hidden = true
    if (host.framed) host.notify(null)
  }
  addEventListener('online', clear)
  return {
    clear,
    tell(why) {
      clear()
      const sentence = sentences[why === 'offline' ? 0 : 1]
      if (!sentence) return
      sentence.hidden = false
      if (!host.framed) return
      // The head of the stream may be above the screen.
      void host.position().then(({ top }) => {
        if (top > 0 && !sentence.hidden) host.notify({ kind: 'error', text: sentence.textContent ?? '' })
      })
    },
  }
}
