import { effect } from '@preact/signals'
import type { Stream } from '../thread/context.ts'

/** Reads the message of a discussion that is closed while its page is open. The server turns it into markup. */
export function followClosedMessage({ closedMessage, state, thread }: Stream): void {
  const { discussion, site } = state
  let before = thread.closed.peek()
  effect(() => {
    const closed = thread.closed.value
    const changed = closed !== before
    before = closed
    // The message of a discussion that commenting is switched off for is another one.
    if (!closed || !changed || thread.disabled.peek()) return
    void (async () => {
      const address = `${site.root}/api/v1/assets/${encodeURIComponent(discussion.id)}/stream.html`
      const answer = await fetch(address, { credentials: 'omit' }).catch(() => null)
      if (!answer?.ok) return
      const page = new DOMParser().parseFromString(await answer.text(), 'text/html')
      const box = page.querySelector('.box.closed')
      if (box) closedMessage.value = box.querySelector('.markup')?.innerHTML ?? null
    })()
  })
}
