import { PostComment, WholeComment } from '../documents/generated.ts'
import { anchorOf } from '../thread/addresses.ts'
import type { Actions, PostResult, Stream } from '../thread/context.ts'
import { addQuotation } from '../thread/draft.ts'
import { createFocusing } from './focusing.ts'
import type { Graph } from './graph.ts'
import type { Host } from './host.ts'
import { createLists } from './lists.ts'
import { shareComment } from './share.ts'

interface Around {
  readonly host: Host
  readonly session: Pick<Actions, 'signIn' | 'signOut'>
  /** Keeps which comments the reader has collapsed. */
  readonly keepCollapsed: () => void
}

/** What a reader can do in the browser. */
export function createActions(stream: Stream, graph: Graph, { host, session, keepCollapsed }: Around): Actions {
  return {
    ...session,
    ...createLists(stream, graph),
    ...createFocusing(stream, graph, host),
    collapse(id) {
      const { collapsed } = stream.thread.node(id)
      collapsed.value = !collapsed.value
      keepCollapsed()
    },
    async whole(id) {
      const { data } = await graph.ask(WholeComment, { id }).catch(() => ({ data: null }))
      if (data?.comment) stream.thread.change(data.comment)
      else stream.announcement.value = stream.texts.text('notLoaded')
    },
    quote(id) {
      if (!stream.viewer.value) return session.signIn()
      const { body } = stream.thread.node(id).fields.value
      addQuotation({ discussion: stream.state.discussion.id, parent: id, text: selectedIn(id) || (body ?? '') })
      // A form that is open already is drawn anew, with the quotation in it.
      stream.replying.value = null
      setTimeout(() => {
        stream.replying.value = id
      }, 0)
    },
    post: draft => post(stream, graph, draft),
    share: id => shareComment(stream, id),
  }
}

/** The part of a comment's text that the reader has selected. */
function selectedIn(id: string): string {
  const text = document.getElementById(anchorOf(id))?.querySelector('.text')
  const selection = getSelection()
  if (!text || !selection || selection.isCollapsed || !text.contains(selection.anchorNode)) return ''
  return text.contains(selection.focusNode) ? selection.toString() : ''
}

async function post(
  stream: Stream,
  graph: Graph,
  { body, parent, key }: { body: string; parent: string | null; key: string },
): Promise<PostResult> {
  if (!navigator.onLine) return { kind: 'offline' }
  const input = { asset_id: stream.state.discussion.id, parent_id: parent, body }
  const answer = await graph.askAsViewer(PostComment, { input }, key).catch(() => null)
  const { comment, errors } = answer?.data?.createComment ?? { comment: null, errors: null }
  if (!comment) {
    const message = errors?.[0]?.message
    return message ? { kind: 'refused', message } : { kind: 'failed' }
  }
  const kind = { NONE: 'posted', ACCEPTED: 'posted', REJECTED: 'rejected' } as const
  const result = kind[comment.status as keyof typeof kind] ?? 'held'
  if (result !== 'rejected') stream.thread.add(comment, { own: true })
  stream.announcement.value = stream.texts.text(result)
  return { kind: result, id: comment.id }
}
