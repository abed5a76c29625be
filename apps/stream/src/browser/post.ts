import { PostComment } from '../documents/generated.ts'
import type { PostResult, SentComment, Stream } from '../thread/context.ts'
import type { CommentFields } from '../thread/state.ts'
import { isPublic } from '../thread/thread.ts'
import { obstacleOf } from '../thread/writing/obstacle.ts'
import { afterSubmit, beforeSubmit, isRefused } from './comment-form-hooks.ts'
import { focusComment } from './go-to.ts'
import type { Graph } from './graph.ts'
import { explain, refusalIn } from './refusals.ts'

/** With these the form does not say why a comment was refused. */
const WITHOUT_NOTICE = ['none', 'closed', 'anonymous']

/** Posts a comment, and shows it in its place. */
export async function post(
  stream: Stream,
  graph: Graph,
  { body, more, parent, key }: SentComment,
): Promise<PostResult> {
  if (!navigator.onLine) return { kind: 'offline' }
  const ready = beforeSubmit(stream, { tags: [], ...more, body })
  if (isRefused(ready)) return { kind: 'refused', message: ready.refused }
  const { tags, ...written } = ready
  const input = {
    ...written,
    ...(tags.length > 0 ? { tags } : {}),
    asset_id: stream.state.discussion.id,
    parent_id: parent,
  }
  const answer = await graph.askAsViewer(PostComment, { input }, key).catch(() => null)
  // Without an answer it may be posted or not; the same key finds out.
  if (!answer) return { kind: 'offline' }
  const comment = answer.data?.createComment.comment ?? null
  afterSubmit(stream, comment)
  if (comment) return place(stream, comment)
  const refusal = refusalIn(answer)
  if (!refusal) return { kind: 'failed' }
  if (refusal.code === 'CONFLICT') return { kind: 'postedBefore' }
  const message = await explain(stream, refusal)
  const { kind = 'none' } = obstacleOf(stream) ?? {}
  // The form says itself what is wrong with the account or the session.
  return WITHOUT_NOTICE.includes(kind) ? { kind: 'refused', message } : { kind: 'stopped' }
}

async function place(stream: Stream, comment: CommentFields): Promise<PostResult> {
  const { actions, announcement, tag, texts, thread, viewer } = stream
  const kind = comment.status === 'REJECTED' ? 'rejected' : isPublic(comment) ? 'posted' : 'held'
  announcement.value = texts.text(kind)
  if (kind === 'rejected') return { kind, id: comment.id }
  thread.add(comment, { own: true })
  if (!comment.parent) stream.pane.value = null
  const me = viewer.value
  if (me && kind === 'held') viewer.value = { ...me, held: { nodes: [...me.held.nodes, comment] } }
  // The tab of a tag does not have a new comment, so its author sees it among all comments.
  if (!comment.parent && tag.value !== null) {
    await actions?.tag(null)
    if (tag.value === null) thread.lift(comment.id)
  }
  // The reader has signed in in another tab.
  if (!me) await actions?.refresh()
  void focusComment(comment.id)
  return { kind, id: comment.id }
}
