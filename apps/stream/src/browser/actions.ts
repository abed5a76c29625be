import { OwnComment, WholeComment } from '../documents/generated.ts'
import { anchorOf } from '../thread/addresses.ts'
import type { Actions, Stream } from '../thread/context.ts'
import { addQuotation } from '../thread/draft.ts'
import { ownWords, quotationOf } from '../thread/quotation.ts'
import { isPublic } from '../thread/thread.ts'
import { createFocusing } from './focusing.ts'
import type { Graph } from './graph.ts'
import type { Host } from './host.ts'
import { createLists } from './lists.ts'
import { createOpenForms } from './open-forms.ts'
import { post } from './post.ts'
import { shareComment } from './share.ts'

interface Around {
  readonly host: Host
  readonly session: Pick<Actions, 'refresh' | 'signIn' | 'signOut'>
  /** Keeps which comments the reader has collapsed. */
  readonly keepCollapsed: () => void
}

/** What a reader can do in the browser. */
export function createActions(stream: Stream, graph: Graph, { host, session, keepCollapsed }: Around): Actions {
  return {
    ...session,
    ...createLists(stream, { graph, host }),
    ...createFocusing(stream, graph, host),
    ...createOpenForms(stream, graph),
    collapse(id) {
      const { collapsed } = stream.thread.node(id)
      collapsed.value = !collapsed.value
      keepCollapsed()
    },
    async whole(id) {
      const waits = !isPublic(stream.thread.node(id).fields.value)
      const asked = waits ? graph.askAsViewer(OwnComment, { id }) : graph.ask(WholeComment, { id })
      const { data } = await asked.catch(() => ({ data: null }))
      if (data?.comment) stream.thread.change(data.comment)
      else stream.announcement.value = stream.texts.text('notLoaded')
    },
    quote(id) {
      const owner = stream.viewer.value?.id
      if (owner === undefined) return session.signIn('sign-in', { kind: 'quote', comment: id })
      const { body, user } = stream.thread.node(id).fields.value
      const quotation = quotationOf(user?.username ?? '', selectedIn(id) || ownWords(body ?? ''))
      addQuotation({ discussion: stream.state.discussion.id, parent: id, quotation, owner })
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

/** The part of a comment's text that the reader has selected, if all of it was written by the author of the comment. */
function selectedIn(id: string): string {
  const text = document.getElementById(anchorOf(id))?.querySelector('.text')
  const selection = getSelection()
  if (!text || !selection || selection.isCollapsed || !text.contains(selection.anchorNode)) return ''
  if ([...text.querySelectorAll('blockquote')].some(quotation => selection.containsNode(quotation, true))) return ''
  return text.contains(selection.focusNode) ? selection.toString() : ''
}
