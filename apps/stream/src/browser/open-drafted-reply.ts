import { effect } from '@preact/signals'
import type { Stream } from '../thread/context.ts'
import { draftedReplies } from '../thread/draft.ts'

/**
 * Opens the form of a reply that was not posted before the page was reloaded, once it is known who reads. A reply that
 * was sent is sent again there. One to a comment that is not on the page is shown for itself.
 */
export function openDraftedReply(stream: Stream): void {
  const { actions, unposted, viewer } = stream
  const stop = effect(() => {
    if (!viewer.value) return
    reopenReply(stream)
    if (unposted.value !== null) void actions?.changes()
    queueMicrotask(() => stop())
  })
}

/** Opens the form of a reply that is not posted, and names one to a comment that is not on the page. */
export function reopenReply({ replying, state, thread, unposted, viewer }: Stream): void {
  const user = viewer.peek()?.id
  if (user === undefined) return
  const parents = draftedReplies(state.discussion.id, user)
  replying.value = parents.find(id => thread.has(id)) ?? replying.peek()
  unposted.value = parents.find(id => !thread.has(id)) ?? null
}
