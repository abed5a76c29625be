import { MoreComments, MoreReplies, PostComment, WholeComment } from '../documents/generated.ts'
import { commentAddress, listAddress } from '../thread/addresses.ts'
import type { Actions, PostResult, Stream } from '../thread/context.ts'
import { SORTS, type SortName } from '../thread/state.ts'
import type { Graph } from './graph.ts'

/** Comments on a page of the top level. */
const PAGE = 20
/** Replies that are shown with one click. */
const REPLIES = 20

/** What a reader can do in the browser. */
export function createActions(stream: Stream, graph: Graph, host: Pick<Actions, 'signIn' | 'signOut'>): Actions {
  const { discussion } = stream.state
  const readRoots = async (cursor: string | null) => {
    const { sortBy, sortOrder } = SORTS[stream.sort.value]
    const tags = stream.tag.value === null ? {} : { tags: [stream.tag.value] }
    const { data } = await graph.ask(MoreComments, {
      id: discussion.id,
      query: { limit: PAGE, sortBy, sortOrder, cursor, ...tags },
      // A featured reply stands in its tab without the comment that it answers.
      deep: stream.tag.value !== null,
    })
    if (!data?.asset?.comments) throw new Error('no comments')
    return data.asset.comments
  }
  const failed = () => {
    stream.announcement.value = stream.texts.text('notLoaded')
  }
  const change = async (sort: SortName, tag: string | null) => {
    const before = { sort: stream.sort.value, tag: stream.tag.value }
    stream.sort.value = sort
    stream.tag.value = tag
    try {
      stream.thread.replaceRoots(await readRoots(null), sort)
      if (stream.state.place === 'page')
        history.replaceState(null, '', listAddress(stream.state, { sort: sort === 'newest' ? null : sort, tag }))
    } catch {
      stream.sort.value = before.sort
      stream.tag.value = before.tag
      failed()
    }
  }
  return {
    ...host,
    sort: name => void change(name, stream.tag.value),
    tag: name => void change(stream.sort.value, name),
    async more(parent) {
      try {
        if (parent === null) return stream.thread.append(null, await readRoots(stream.thread.roots.value.cursor))
        const { cursor } = stream.thread.node(parent).replies.value
        const { data } = await graph.ask(MoreReplies, { id: parent, query: { limit: REPLIES, cursor } })
        if (!data?.comment) throw new Error('no replies')
        stream.thread.append(parent, data.comment.replies)
      } catch {
        failed()
      }
    },
    async whole(id) {
      const { data } = await graph.ask(WholeComment, { id })
      if (data?.comment) stream.thread.change(data.comment)
      else failed()
    },
    post: draft => post(stream, graph, draft),
    async share(id) {
      const url = new URL(commentAddress(stream.state, id), location.href).href
      try {
        await ('share' in navigator && matchMedia('(pointer: coarse)').matches
          ? navigator.share({ url })
          : navigator.clipboard.writeText(url))
        stream.announcement.value = stream.texts.text('linkCopied')
      } catch {
        // The reader closed the list of targets, or the browser does not allow the clipboard here.
      }
    },
  }
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
