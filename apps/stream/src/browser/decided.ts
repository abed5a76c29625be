import { OwnRejections } from '../documents/generated.ts'
import type { Stream } from '../thread/context.ts'
import type { CommentFields } from '../thread/state.ts'
import type { DrawnStream } from './draw-stream.tsx'
import type { Graph } from './graph.ts'

/** A comment was written. The server may have put a tag on it. */
export function added({ news }: DrawnStream, comment: CommentFields): void {
  news.show(comment)
  if (isCountedByTag(comment)) news.readStatus()
}

/** A comment was accepted or shown again, its author's own among them. */
export function accepted({ stream: { thread, viewer }, news }: DrawnStream, comment: CommentFields): void {
  const held = thread.isHeld(comment.id)
  if (thread.has(comment.id)) thread.change(comment)
  else news.show(comment)
  // The count that the page has read last may have a comment that waited already.
  if (held || isCountedByTag(comment)) news.readStatus()
  if (!held) return
  const me = viewer.value
  // The list is shown with those that wait when it is read anew.
  if (me) viewer.value = { ...me, held: { nodes: me.held.nodes.filter(({ id }) => id !== comment.id) } }
}

/** A comment was edited, or it was deleted, which takes its tags away. */
export function edited({ stream: { thread }, news }: DrawnStream, comment: CommentFields): void {
  const wasCounted = thread.has(comment.id) && isCountedByTag(thread.node(comment.id).fields.value)
  thread.change(comment)
  if (wasCounted && !isCountedByTag(comment)) news.readStatus()
}

/** A comment was removed. Its author goes on seeing it while it waits, or learns why it was rejected. */
export async function removed({ stream, news }: DrawnStream, graph: Graph, id: string): Promise<void> {
  const { thread, viewer } = stream
  // One that the page has not loaded is in its numbers.
  if (!thread.has(id)) return news.readStatus()
  const { value: comment } = thread.node(id).fields
  const own = viewer.value !== null && comment.user?.id === viewer.value.id
  if (own) await removeOwn(stream, graph, id)
  else thread.remove(id)
  // Who the author is may have been asked meanwhile, and the count been read with it.
  if (own || isCountedByTag(comment)) news.readStatus()
}

/** Whether a discussion may count a comment once more, as one of those with its tag. Nobody counts those of staff. */
const isCountedByTag = ({ tags }: CommentFields) => (tags ?? []).some(({ tag }) => tag.name !== 'STAFF')

async function removeOwn(stream: Stream, graph: Graph, id: string): Promise<void> {
  const { actions, announcement, state, texts, thread, viewer } = stream
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
