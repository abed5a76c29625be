import { RECONNECTING, reloadIfUnknown, type StoredDocument } from '@platform/client-kit'
import { type Client, createClient } from 'graphql-ws'
import {
  AssetStatusChanged,
  AvatarRemoved,
  CommentAccepted,
  CommentAdded,
  CommentEdited,
  CommentRemoved,
  CommentRestored,
  LiveTicket,
  SettingsUpdated,
} from '../documents/generated.ts'
import type { StreamState } from '../thread/state.ts'
import { accepted, added, edited, removed } from './decided.ts'
import type { DrawnStream } from './draw-stream.tsx'
import type { Drawing } from './drawing.ts'
import { followAccount, sessionEnded } from './follow-account.ts'
import { followParts } from './follow-parts.ts'
import type { Graph } from './graph.ts'
import { type Reading, readingOf } from './reading.ts'
import { createResuming, type Resuming } from './resuming.ts'

/** How often a page that can't keep a socket asks. Milliseconds. */
const POLL = 30_000
/** How long the server may take to answer a new socket. A proxy may open it and pass nothing on. Milliseconds. */
const SILENCE = 10_000
/** How long a page is in the background before its socket is closed. Milliseconds. */
const AWAY = 60_000

/** What the live connection needs of a page. */
export interface LivePage {
  readonly graph: Graph
  readonly drawing: Drawing
  /** Reads what the page has missed, and never rejects. @returns whether that was possible. */
  readMissed(): Promise<boolean>
}

/**
 * Keeps the stream up to date while its page is visible: by one socket, which reads what it has missed each time it is
 * opened again, or by asking now and then where websockets fail. In the background the socket is closed after a while.
 */
export function followLive(state: StreamState, page: LivePage): void {
  let resuming = createResuming()
  const leave = () => {
    close?.()
    close = null
  }
  const open = () => connect(state, page, { resuming, leave })
  let close: (() => void) | null = open()
  let away: ReturnType<typeof setTimeout> | undefined
  const comeBack = () => {
    clearTimeout(away)
    if (navigator.onLine) close ??= open()
  }
  document.addEventListener('visibilitychange', () => {
    if (document.visibilityState === 'visible') comeBack()
    else away = setTimeout(leave, AWAY)
  })
  // The server knows a caller by the connection, so each user gets a new one.
  let user = state.viewer?.id
  void page.drawing.done.then(({ stream }) =>
    stream.viewer.subscribe(now => {
      if (now?.id === user) return
      user = now?.id
      resuming = createResuming()
      if (!close) return
      leave()
      close = open()
    }),
  )
  addEventListener('offline', leave)
  addEventListener('online', () => document.visibilityState === 'visible' && comeBack())
}

interface Connecting {
  readonly resuming: Resuming
  /** Closes the connection, so that a reader who comes back gets another one. */
  leave(): void
}

/** Opens the socket. @returns the function that closes it. */
function connect(state: StreamState, page: LivePage, { resuming, leave }: Connecting): () => void {
  const { site, place } = state
  const { graph, drawing } = page
  const { readNews, again } = readingOf(page.readMissed)
  const reading = readAfterSubscribing(readNews, resuming)
  let open = true
  let ids = 0
  const asking = createAsking(() => void readNews())
  const client = createClient({
    url: new URL(site.live, location.href).href.replace(/^http/, 'ws'),
    lazy: false,
    connectionParams: async () => {
      // A frame may have a cookie that counts on requests of its own only, so each connection gets a ticket.
      if (place === 'page' || !drawing.now?.stream.viewer.value) return {}
      const { data } = await graph.askAsViewer(LiveTicket, {}).catch(() => ({ data: null }))
      return data?.liveTicket ? { ticket: data.liveTicket } : {}
    },
    keepAlive: site.keepAlive,
    connectionAckWaitTimeout: SILENCE,
    // The server makes each message once for all subscriptions with the same id.
    generateID: () => String(ids++),
    shouldRetry() {
      // A client that is once told not to never tries again.
      if (open && document.visibilityState !== 'visible') leave()
      return open
    },
    ...RECONNECTING,
    on: {
      connected: socket => {
        asking.connected()
        reading.connected(socket as WebSocket)
      },
      pong: reading.pong,
      closed: event => {
        if (open && drawing.now) void sessionEnded(drawing.now.stream, event)
        if (open) asking.begin()
      },
    },
  })
  const ends: (() => void)[] = []
  const kept = resuming.over({
    subscribe: (payload, sink) => {
      const error: typeof sink.error = errors => {
        sink.error(errors)
        if (reloadIfUnknown(errors) && open) asking.goOn()
      }
      const end = client.subscribe(payload, { ...sink, error } as never)
      ends.push(end)
      return end
    },
  })
  const draw = drawOrRead(drawing)
  followDiscussion(state, kept, { graph, draw })
  followParts(state, kept, { idOf: graph.idOf, draw, heard: again })
  void drawing.done.then(({ stream }) => {
    if (!open) return
    followAccount(stream, kept, graph)
    // What came before the subscriptions is not in the numbers that plugins show.
    if (state.subscriptions.length > 0) reading.subscribed()
  })
  return () => {
    open = false
    asking.stop()
    // A subscription that waits for the socket would be sent into it after it is closed.
    for (const end of ends) end()
    // A socket that could not be opened, for want of a network, needs no closing.
    Promise.resolve(client.dispose()).catch(() => undefined)
  }
}

/** Asks now and then for what a page does not hear of while it is visible. */
function createAsking(read: () => void) {
  let poll: ReturnType<typeof setInterval> | undefined
  /** Whether the server does not know a subscription, so that what it would tell is asked for on a socket, too. */
  let goesOn = false
  const begin = () => {
    poll ??= setInterval(() => document.visibilityState === 'visible' && read(), POLL)
  }
  const stop = () => {
    clearInterval(poll)
    poll = undefined
  }
  return {
    begin,
    stop,
    connected: () => goesOn || stop(),
    goOn() {
      goesOn = true
      begin()
    },
  }
}

/** What the server says once subscriptions receive events. */
interface Started {
  readonly cursor?: string
  /** Whether they got everything since their cursors, so that nothing was missed. */
  readonly resumed?: boolean
}

/** Reads what a page has missed once its subscriptions receive events, so that nothing happens unseen. */
function readAfterSubscribing(readNews: Reading['readNews'], resuming: Resuming) {
  /** Whether what happened before the subscriptions was not read yet. */
  let fresh = false
  let socket: WebSocket | null = null
  let later: ReturnType<typeof setTimeout> | undefined
  const subscribed = () => {
    fresh = true
    // The subscriptions are sent before it, so its answer says that they receive events.
    setTimeout(() => socket?.readyState === 1 && socket.send('{"type":"ping"}'))
  }
  const readAll = async (cursor: string | undefined) => {
    clearTimeout(later)
    resuming.missed()
    // An overloaded server may answer later; after another opening of the socket all is read in any case.
    if (!(await readNews())) later = setTimeout(() => socket?.readyState === 1 && void readAll(cursor), POLL)
    else if (cursor !== undefined) resuming.read(cursor)
  }
  return {
    connected(opened: WebSocket) {
      socket = opened
      subscribed()
    },
    subscribed,
    pong(received: boolean, { cursor, resumed }: Started = {}) {
      if (!received) return
      if (fresh && !resumed) void readAll(cursor)
      else if (cursor !== undefined) resuming.started(cursor)
      fresh = false
    },
  }
}

type Draw = (act: (drawn: DrawnStream) => void) => void

/** Draws the comments for an event. What can't be drawn when it comes is read as soon as the comments are drawn. */
function drawOrRead(drawing: Drawing): Draw {
  let waits = false
  const readOnceDrawn = () => {
    if (waits) return
    waits = true
    void drawing.done.then(({ news }) => news.read()).catch(ignore)
  }
  return act => void drawing.begin().then(act, readOnceDrawn)
}

/** Follows what happens in the discussion, and whether comments can be written in it. */
function followDiscussion(
  state: StreamState,
  client: Pick<Client, 'subscribe'>,
  { graph, draw }: { readonly graph: Graph; readonly draw: Draw },
): void {
  const asset = { asset: state.discussion.id }
  const follow = <Result, Variables extends Record<string, unknown>>(
    document: StoredDocument<Result, Variables>,
    variables: Variables,
    heard: (result: Result, drawn: DrawnStream) => void,
  ) =>
    client.subscribe<Result>(
      { query: '', variables, extensions: { documentId: graph.idOf(document) } },
      {
        next({ data }) {
          if (!data) return
          graph.heard(document, variables, data)
          draw(drawn => heard(data, drawn))
        },
        error: ignore,
        complete: ignore,
      },
    )
  follow(CommentAdded, asset, ({ commentAdded: comment }, drawn) => comment && added(drawn, comment))
  follow(CommentAccepted, asset, ({ commentAccepted: comment }, drawn) => comment && accepted(drawn, comment))
  follow(CommentRestored, asset, ({ commentRestored: comment }, drawn) => comment && accepted(drawn, comment))
  follow(CommentEdited, asset, ({ commentEdited: comment }, drawn) => comment && edited(drawn, comment))
  follow(CommentRemoved, asset, ({ commentRemoved: id }, drawn) => id && void removed(drawn, graph, id))
  follow(AvatarRemoved, {}, ({ avatarRemoved: user }, { stream }) => {
    if (!user) return
    const { viewer } = stream
    stream.slots.changeAuthor(user, { avatar: null })
    if (viewer.value?.id === user) viewer.value = { ...viewer.value, avatar: null }
  })
  follow(AssetStatusChanged, asset, ({ assetStatusChanged: status }, { stream }) => {
    if (status) stream.thread.setStatus(status)
  })
  let disabled: boolean | null | undefined
  follow(SettingsUpdated, {}, ({ settingsUpdated }, { news }) => {
    if (settingsUpdated?.disableCommenting === disabled) return
    disabled = settingsUpdated?.disableCommenting
    // The discussion may have a setting of its own.
    news.readStatus()
  })
}

const ignore = () => undefined
