import { createClient } from 'graphql-ws'
import { AssetStatusChanged, CommentAdded, CommentEdited, LiveTicket, NewerComments } from '../documents/generated.ts'
import type { StoredDocument } from '../documents/stored-document.ts'
import type { Stream } from '../thread/context.ts'
import type { CommentFields } from '../thread/state.ts'
import type { Graph } from './graph.ts'

/** How often a page that can't keep a socket asks. Milliseconds. */
const POLL = 30_000
/** The most comments that are read after a pause. */
const MOST = 50

/**
 * Keeps the stream up to date while its page is visible: by one socket, which reads what is newer each time it is
 * opened again, or by asking now and then where websockets fail.
 */
export function followLive(stream: Stream, graph: Graph): void {
  const { discussion, site } = stream.state
  let newest = stream.state.readAt
  let poll: ReturnType<typeof setInterval> | undefined
  const show = (comment: CommentFields) => {
    newest = Math.max(newest, Date.parse(comment.created_at))
    if (stream.thread.has(comment.id)) return
    const own = comment.user !== null && comment.user.id === stream.viewer.value?.id
    stream.thread.add(comment, { own })
    const name = comment.user?.username ?? stream.texts.text('deletedAuthor')
    if (!own) stream.announcement.value = stream.texts.text('newComment', { name })
  }
  const catchUp = async () => {
    const query = {
      asset_id: discussion.id,
      limit: MOST,
      sortOrder: 'ASC',
      cursor: new Date(newest).toISOString(),
    } as const
    const { data } = await graph.ask(NewerComments, { id: discussion.id, query }).catch(() => ({ data: null }))
    for (const comment of data?.comments?.nodes ?? []) {
      show(comment)
    }
    if (data?.asset) {
      stream.thread.closed.value = data.asset.isClosed
      stream.thread.total.value = data.asset.totalCommentCount ?? stream.thread.total.value
    }
  }
  const client = createClient({
    url: new URL(site.live, location.href).href.replace(/^http/, 'ws'),
    lazy: false,
    connectionParams: async () => {
      // A frame may have a cookie that counts on requests of its own only, so each connection gets a ticket.
      if (stream.state.place === 'page' || !stream.viewer.value) return {}
      const { data } = await graph.askAsViewer(LiveTicket, {}).catch(() => ({ data: null }))
      return data?.liveTicket ? { ticket: data.liveTicket } : {}
    },
    keepAlive: site.keepAlive,
    shouldRetry: () => document.visibilityState === 'visible',
    retryAttempts: Number.POSITIVE_INFINITY,
    on: {
      connected: () => {
        clearInterval(poll)
        poll = undefined
        void catchUp()
      },
      closed: () => {
        poll ??= setInterval(() => document.visibilityState === 'visible' && void catchUp(), POLL)
      },
    },
  })
  const follow = <Result>(document: StoredDocument<Result, { asset: string }>, heard: (result: Result) => void) =>
    client.subscribe<Result>(
      { query: '', variables: { asset: discussion.id }, extensions: { documentId: document } },
      { next: ({ data }) => data && heard(data), error: () => undefined, complete: () => undefined },
    )
  follow(CommentAdded, ({ commentAdded }) => {
    if (!commentAdded) return
    show(commentAdded)
  })
  follow(CommentEdited, ({ commentEdited }) => commentEdited && stream.thread.change(commentEdited))
  follow(AssetStatusChanged, ({ assetStatusChanged }) => {
    if (assetStatusChanged) stream.thread.closed.value = assetStatusChanged.isClosed
  })
}
