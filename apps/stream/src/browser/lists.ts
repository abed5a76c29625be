import { MoreComments, MoreReplies } from '../documents/generated.ts'
import { commentAddress, listAddress } from '../thread/addresses.ts'
import type { Actions, Stream } from '../thread/context.ts'
import { COMMENTS } from '../thread/core-tabs.ts'
import { sortVariables } from '../thread/sorts.ts'
import type { BranchPage } from '../thread/state.ts'
import { attempt } from './attempt.ts'
import { focusComment } from './go-to.ts'
import type { Graph } from './graph.ts'
import type { Host } from './host.ts'
import { noteDiscussion } from './note-discussion.ts'
import { showHeld } from './show-held.ts'

/** Comments on a page of the top level. */
const PAGE = 20
/** Replies that are shown with one click. */
const REPLIES = 20

/** Reads a page of the top level in the order and the tab that the reader chose, without credentials. */
export async function readRoots(stream: Stream, graph: Graph, cursor: string | null): Promise<BranchPage> {
  const { state, sort, tag } = stream
  const tags = tag.value === null ? {} : { tags: [tag.value] }
  const { data } = await graph.ask(MoreComments, {
    id: state.discussion.id,
    query: { limit: PAGE, ...sortVariables(sort.value, state.site.sorts), cursor, ...tags },
    // A reply with the tag stands in its tab without the comment that it answers.
    deep: tag.value !== null,
  })
  const { comments, ...asset } = data?.asset ?? {}
  if (!comments) throw new Error('no comments')
  noteDiscussion(stream, asset)
  return comments
}

/** The address of the list as it is shown. */
export function currentAddress({ focus, pane, sort, state, tab, tag }: Stream): string {
  const alone = focus.value?.alone && tab.value === COMMENTS ? focus.value.branch.id : null
  if (alone !== null) return commentAddress(state, alone)
  return listAddress(state, { sort: sort.value, tag: tag.value, pane: pane.value, tab: tab.value })
}

/** How a reader sees other comments of the discussion. */
export function createLists(
  stream: Stream,
  { graph, host }: { readonly graph: Graph; readonly host: Pick<Host, 'event'> },
): Pick<Actions, 'sort' | 'tag' | 'more' | 'openPane'> {
  const { state, thread } = stream
  const change = (sort: string, tag: string | null) =>
    attempt(stream, async () => {
      stream.sort.value = sort
      stream.tag.value = tag
      const page = await readRoots(stream, graph, null)
      return () => {
        thread.replaceRoots(page, { order: sort, tag })
        showHeld(stream)
        if (state.place === 'page') history.replaceState(history.state, '', currentAddress(stream))
      }
    })
  return {
    sort(name) {
      host.event('action.SET_SORT', { sort: name })
      return change(name, stream.tag.value)
    },
    async tag(name) {
      stream.pane.value = null
      await change(stream.sort.value, name)
    },
    openPane(tab) {
      stream.pane.value = tab
      if (state.place === 'page') history.replaceState(history.state, '', currentAddress(stream))
    },
    async more(parent) {
      const { order, tag } = thread
      // The next page of a list that is about to be replaced has no place.
      if (parent === null && stream.busy.value) return true
      host.event(parent === null ? 'ui.AllCommentsPane.loadMore' : 'ui.Comment.showMoreReplies', { id: parent })
      try {
        const page =
          parent === null
            ? await readRoots(stream, graph, thread.roots.value.cursor)
            : await readReplies(stream, graph, parent)
        if (parent === null && (order !== thread.order || tag !== thread.tag)) return true
        const first = thread.append(parent, page)
        if (first !== null) void focusComment(first)
        return true
      } catch {
        return false
      }
    },
  }
}

async function readReplies({ thread }: Stream, graph: Graph, parent: string): Promise<BranchPage> {
  const { cursor } = thread.node(parent).replies.value
  const { data } = await graph.ask(MoreReplies, { id: parent, query: { limit: REPLIES, cursor } })
  if (!data?.comment) throw new Error('no replies')
  return data.comment.replies
}
