import { effect } from '@preact/signals'
import type { Stream } from '../thread/context.ts'
import { draftedReplies } from '../thread/draft.ts'

/**
 * Opens the form of a reply that was not posted before the page was reloaded, once it is known who reads. A reply that
 * was sent is sent again there.
 */
export function openDraftedReply({ replying, state, thread, viewer }: Stream): void {
  const stop = effect(() => {
    const user = viewer.value?.id
    if (user === undefined) return
    replying.value = draftedReplies(state.discussion.id, user).find(id => thread.has(id)) ?? replying.peek()
    queueMicrotask(() => stop())
  })
}
