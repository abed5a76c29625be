import type { Stream } from '../thread/context.ts'
import type { CommentFields } from '../thread/state.ts'
import type { DrawnStream } from './draw-stream.tsx'

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

/** A comment was removed. Its author goes on seeing it while it waits for a moderator. */
export function removed({ actions, announcement, texts, thread, viewer }: Stream, id: string): void {
  const own = thread.has(id) && viewer.value !== null && thread.node(id).fields.value.user?.id === viewer.value.id
  if (!own) thread.remove(id)
  else
    void actions?.refresh().then(() => {
      if (viewer.value?.held.nodes.some(held => held.id === id)) return
      thread.remove(id)
      announcement.value = texts.text('removedComment')
    })
}
