import { Permalink, Unread } from '../documents/generated.ts'
import { anchorOf, commentAddress } from '../thread/addresses.ts'
import type { Actions, Stream } from '../thread/context.ts'
import { COMMENTS } from '../thread/core-tabs.ts'
import type { Branch, Focus } from '../thread/state.ts'
import { attempt } from './attempt.ts'
import { goToComment } from './go-to.ts'
import type { Graph } from './graph.ts'
import type { Host } from './host.ts'
import { currentAddress, readRoots } from './lists.ts'
import { reopenReply } from './open-drafted-reply.ts'

/** Replies of a comment that is shown alone. */
const REPLIES = 20

/** How a reader goes to one comment, and back to the whole discussion. */
export function createFocusing(
  stream: Stream,
  graph: Graph,
  host: Host,
): Pick<Actions, 'focus' | 'unfocus' | 'showWaiting' | 'showUnread'> {
  const { state, thread } = stream
  let complete = !state.focus?.alone
  const write = (comment: string | null, address: string) => {
    if (state.place === 'page') history.pushState({ comment }, '', address)
  }
  const focus = (id: string, from?: { readonly history: true }) =>
    attempt(stream, async () => {
      const focus = await readFocus(stream, graph, id)
      return () => {
        thread.keep([...focus.above, focus.branch])
        stream.focus.value = focus
        stream.tab.value = COMMENTS
        stream.replying.value = null
        if (!from) write(id, commentAddress(state, id))
        host.viewComment(id)
        return goToComment(id, host)
      }
    })
  const showUnread = async (): Promise<void> => {
    const before = stream.unread.value
    const id = before?.oldest
    if (!id) return
    stream.reached.value = id
    if (document.getElementById(anchorOf(id))) await goToComment(id, host)
    else await focus(id)
    // What comes after the comment that the reader has reached is still unread. It may have been removed, too.
    const since = thread.has(id) ? thread.node(id).fields.value.created_at : before.since
    const rest = { asset: state.discussion.id, since }
    const { data } = await graph.askAsViewer(Unread, rest).catch(() => ({ data: null }))
    if (!data) return
    stream.unread.value = { ...data.unreadComments, since }
    if (!thread.has(id) && data.unreadComments.oldest !== id) await showUnread()
  }
  return {
    focus: (id, from) => void focus(id, from),
    unfocus: from =>
      void attempt(stream, async () => {
        const page = complete ? null : await readRoots(stream, graph, null)
        return () => {
          if (page) thread.replaceRoots(page, { order: stream.sort.value, tag: stream.tag.value })
          complete = true
          const seen = stream.focus.value?.branch.id
          stream.focus.value = null
          reopenReply(stream)
          if (!from) write(null, currentAddress(stream))
          host.viewComment(null)
          return seen === undefined ? null : goToComment(seen, host)
        }
      }),
    showWaiting() {
      host.event('ui.AllCommentsPane.viewNewComments')
      const first = thread.showWaiting()
      if (first !== null) void goToComment(first, host)
    },
    showUnread,
  }
}

/** A comment that another one answers; the outermost that is read has only its id. */
type Above = { readonly id: string; readonly parent?: Above | null }

/** Reads a comment with its replies and those that it answers. @throws when readers don't see it any more. */
async function readFocus({ state }: Stream, graph: Graph, id: string): Promise<Focus> {
  const { data } = await graph.ask(Permalink, { asset: state.discussion.id, id, replies: { limit: REPLIES } })
  const comment = data?.asset?.comment
  if (!comment) throw new Error('no comment')
  const above: Branch[] = []
  for (let each: Above | null | undefined = comment.parent; isComment(each); each = each.parent) above.unshift(each)
  return { branch: comment, above, alone: true }
}

const isComment = (above: Above | null | undefined): above is Branch & Above => above != null && 'created_at' in above
