import { effect } from '@preact/signals'
import { type Client, createClient } from 'graphql-ws'
import {
  AssetStatusChanged,
  CommentAccepted,
  CommentAdded,
  CommentEdited,
  CommentRemoved,
  LiveTicket,
  SettingsUpdated,
} from '../documents/generated.ts'
import type { StoredDocument } from '../documents/stored-document.ts'
import type { Stream } from '../thread/context.ts'
import { type CatchUp, createCatchUp } from './catch-up.ts'
import { followAccount, sessionEnded } from './follow-account.ts'
import type { Graph } from './graph.ts'

/** How often a page that can't keep a socket asks. Milliseconds. */
const POLL = 30_000
/** How long the server may take to answer a new socket. A proxy may open it and pass nothing on. Milliseconds. */
const SILENCE = 10_000
/** How long a page is in the background before its socket is closed. Milliseconds. */
const AWAY = 60_000

/**
 * Keeps the stream up to date while its page is visible: by one socket, which reads what it has missed each time it is
 * opened again, or by asking now and then where websockets fail. In the background the socket is closed after a while.
 */
export function followLive(stream: Stream, graph: Graph): void {
  const news = createCatchUp(stream, graph)
  let close: (() => void) | null = connect(stream, graph, news)
  let away: ReturnType<typeof setTimeout> | undefined
  const leave = () => {
    close?.()
    close = null
  }
  const comeBack = () => {
    clearTimeout(away)
    if (!stream.offline.value) close ??= connect(stream, graph, news)
  }
  document.addEventListener('visibilitychange', () => {
    if (document.visibilityState === 'visible') comeBack()
    else away = setTimeout(leave, AWAY)
  })
  // The server knows a caller by the connection, so each user gets a new one.
  let user = stream.viewer.value?.id
  effect(() => {
    const now = stream.viewer.value?.id
    if (now === user) return
    user = now
    if (close) {
      leave()
      close = connect(stream, graph, news)
    }
  })
  addEventListener('offline', leave)
  addEventListener('online', () => document.visibilityState === 'visible' && comeBack())
}

/** Opens the socket. @returns the function that closes it. */
function connect(stream: Stream, graph: Graph, news: CatchUp): () => void {
  const { site, place } = stream.state
  let open = true
  /** Whether the socket is so new that what happened before it was not read yet. */
  let fresh = false
  let poll: ReturnType<typeof setInterval> | undefined
  const stopAsking = () => {
    clearInterval(poll)
    poll = undefined
  }
  const client = createClient({
    url: new URL(site.live, location.href).href.replace(/^http/, 'ws'),
    lazy: false,
    connectionParams: async () => {
      // A frame may have a cookie that counts on requests of its own only, so each connection gets a ticket.
      if (place === 'page' || !stream.viewer.value) return {}
      const { data } = await graph.askAsViewer(LiveTicket, {}).catch(() => ({ data: null }))
      return data?.liveTicket ? { ticket: data.liveTicket } : {}
    },
    keepAlive: site.keepAlive,
    connectionAckWaitTimeout: SILENCE,
    shouldRetry: () => open && document.visibilityState === 'visible',
    retryAttempts: Number.POSITIVE_INFINITY,
    on: {
      connected: socket => {
        stopAsking()
        fresh = true
        // The subscriptions are sent before it. Its answer says that they receive events, so nothing happens unseen.
        setTimeout(() => (socket as WebSocket).readyState === 1 && (socket as WebSocket).send('{"type":"ping"}'))
      },
      pong: () => {
        if (fresh) void news.read()
        fresh = false
      },
      closed: event => {
        if (open) void sessionEnded(stream, event)
        if (open) poll ??= setInterval(() => document.visibilityState === 'visible' && void news.read(), POLL)
      },
    },
  })
  const ends: (() => void)[] = []
  const kept: Pick<Client, 'subscribe'> = {
    subscribe: (...args) => {
      const end = client.subscribe(...args)
      ends.push(end)
      return end
    },
  }
  followDiscussion(stream, kept, { graph, news })
  followAccount(stream, kept)
  return () => {
    open = false
    stopAsking()
    // A subscription that waits for the socket would be sent into it after it is closed.
    for (const end of ends) end()
    // A socket that could not be opened, for want of a network, needs no closing.
    Promise.resolve(client.dispose()).catch(() => undefined)
  }
}

/** Follows what happens in the discussion, and whether comments can be written in it. */
function followDiscussion(
  stream: Stream,
  client: Pick<Client, 'subscribe'>,
  { graph, news }: { readonly graph: Graph; readonly news: CatchUp },
): void {
  const { state, thread, viewer } = stream
  const asset = { asset: state.discussion.id }
  const follow = <Result, Variables extends Record<string, unknown>>(
    document: StoredDocument<Result, Variables>,
    variables: Variables,
    heard: (result: Result) => void,
  ) =>
    client.subscribe<Result>(
      { query: '', variables, extensions: { documentId: document } },
      {
        next({ data }) {
          if (!data) return
          graph.heard(document, variables, data)
          heard(data)
        },
        error: () => undefined,
        complete: () => undefined,
      },
    )
  follow(CommentAdded, asset, ({ commentAdded }) => commentAdded && news.show(commentAdded))
  follow(CommentAccepted, asset, ({ commentAccepted: accepted }) => {
    if (!accepted) return
    if (!thread.has(accepted.id)) return news.show(accepted)
    const held = thread.isHeld(accepted.id)
    thread.change(accepted)
    if (!held) return
    // The count that the page has read last may have it already.
    news.readStatus()
    const me = viewer.value
    // The list is shown with those that wait when it is read anew.
    if (me) viewer.value = { ...me, held: { nodes: me.held.nodes.filter(({ id }) => id !== accepted.id) } }
  })
  follow(CommentEdited, asset, ({ commentEdited }) => commentEdited && thread.change(commentEdited))
  follow(CommentRemoved, asset, ({ commentRemoved }) => commentRemoved && removed(stream, commentRemoved))
  follow(AssetStatusChanged, asset, ({ assetStatusChanged: status }) => status && thread.setStatus(status))
  let disabled: boolean | null | undefined
  follow(SettingsUpdated, {}, ({ settingsUpdated }) => {
    if (settingsUpdated?.disableCommenting === disabled) return
    disabled = settingsUpdated?.disableCommenting
    // The discussion may have a setting of its own.
    news.readStatus()
  })
}

/** The author goes on seeing the own comment that waits for a moderator. */
function removed({ actions, announcement, texts, thread, viewer }: Stream, id: string): void {
  const own = thread.has(id) && viewer.value !== null && thread.node(id).fields.value.user?.id === viewer.value.id
  if (!own) thread.remove(id)
  else
    void actions?.refresh().then(() => {
      if (viewer.value?.held.nodes.some(held => held.id === id)) return
      thread.remove(id)
      announcement.value = texts.text('removedComment')
    })
}
