import { effect } from '@preact/signals'
import type { Stream } from '../thread/context.ts'
import { draftedReplies } from '../thread/draft.ts'

/**
 * Opens the form of a reply that was not posted before the page was reloaded, once it is known who reads. A reply that
 * was sent is sent again there. One to a comment that is not on the page is shown for itself.
 */
export function openDraftedReply({ actions, replying, state, thread, unposted, viewer }: Stream): void {
  const stop = effect(() => {
    const user = viewer.value?.id
    if (user === undefined) return
    const parents = draftedReplies(state.discussion.id, user)
    const here = parents.find(id => thread.has(id))
    replying.value = here ?? replying.peek()
    if (here === undefined && parents[0] !== undefined) {
      unposted.value = parents[0]
      void actions?.changes()
    }
    queueMicrotask(() => stop())
  })
}
