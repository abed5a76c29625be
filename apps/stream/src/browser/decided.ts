import { OwnRejections } from '../documents/generated.ts'
import type { Stream } from '../thread/context.ts'
import type { CommentFields } from '../thread/state.ts'
import type { DrawnStream } from './draw-stream.tsx'
import type { Graph } from './graph.ts'

/** A comment that waited for a moderator, its author's own among them, was accepted. */
export function accepted({ stream: { thread, viewer }, news }: DrawnStream, comment: CommentFields): void {
  if (!thread.has(comment.id)) {
    news.show(comment)
    return
  }
  const held = thread.isHeld(comment.id)
  thread.change(comment)
  if (!held) return
  // The count that the page has read last may have it already.
  news.readStatus()
  const me = viewer.value
  // The list is shown with those that wait when it is read anew.
  if (me) viewer.value = { ...me, held: { nodes: me.held.nodes.filter(({ id }) => id !== comment.id) } }
}

/** A comment was removed. Its author goes on seeing it while it waits, or learns why it was rejected. */
export async function removed(stream: Stream, graph: Graph, id: string): Promise<void> {
  const { actions, announcement, state, texts, thread, viewer } = stream
  const own = thread.has(id) && viewer.value !== null && thread.node(id).fields.value.user?.id === viewer.value.id
  if (!own) return thread.remove(id)
  const rejection = await rejectionOf(id, graph, state.discussion.id)
  if (!rejection) {
    await actions?.refresh()
    if (viewer.value?.held.nodes.some(held => held.id === id)) return
  }
  const reason = rejection?.rejection_reason ?? null
  if (reason !== null) {
    const { own: known } = thread.node(id)
    known.value = { action_summaries: [], ...known.value, rejection_reason: reason }
  }
  thread.remove(id)
  const told = reason === null ? [] : [texts.text('rejectionReason', { reason })]
  announcement.value = [texts.text('removedComment'), ...told].join(' ')
}

/** The reader's own comment as it was rejected; `null` for one that was not. */
async function rejectionOf(id: string, graph: Graph, asset: string) {
  const answer = await graph.askAsViewer(OwnRejections, { asset }).catch(() => null)
  return answer?.data?.me?.comments.nodes.find(node => node.id === id) ?? null
}
