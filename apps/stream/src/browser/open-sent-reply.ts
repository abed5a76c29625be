import type { Stream } from '../thread/context.ts'
import { sentReplies } from '../thread/draft.ts'

/** Opens the form of a reply that was sent before the page was reloaded, and not answered: it is sent again there. */
export function openSentReply({ replying, state, thread }: Stream): void {
  replying.value = sentReplies(state.discussion.id).find(id => thread.has(id)) ?? replying.value
}
