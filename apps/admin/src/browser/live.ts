import { RECONNECTING, reloadIfUnknown, type StoredDocument } from '@platform/client-kit'
import { createClient } from 'graphql-ws'
import { LiveTicket } from '../documents/generated.ts'
import type { AdminState } from '../state.ts'
import type { Graph } from './graph.ts'

/** How often a page that can't keep a socket reads again. Milliseconds. */
const POLL = 30_000
/** The code with which the server closes the socket of a session that has ended. */
const FORBIDDEN = 4403

/** Follows what happens on the site. */
export interface Live {
  /** Calls `heard` with each event. @returns the function that ends it. */
  follow<Result, Variables extends Record<string, unknown>>(
    document: StoredDocument<Result, Variables>,
    variables: Variables,
    heard: (result: Result) => void,
  ): () => void
  /**
   * Calls `read` when events may have been missed: after each time the socket is opened, and now and then while it
   * can't be kept. @returns the function that ends it.
   */
  onMissed(read: () => void): () => void
}

interface LiveOptions {
  readonly state: Pick<AdminState, 'live' | 'keepAlive' | 'root'>
  readonly graph: Graph
  /** Is called when the session has ended. */
  onEnded(): void
}

/** Opens one socket for the page, which is opened again whenever it breaks. */
export function openLive({ state, graph, onEnded }: LiveOptions): Live {
  const readers = new Set<() => void>()
  const readAll = () => {
    for (const read of readers) read()
  }
  const url = new URL(state.live, location.href)
  let poll: ReturnType<typeof setInterval> | undefined
  /** Whether the server does not know a subscription, so that what it would tell has to be read. */
  let isUnknown = false
  const readNowAndThen = () => {
    poll ??= setInterval(readAll, POLL)
  }
  const client = createClient({
    url: url.href.replace(/^http/, 'ws'),
    lazy: false,
    connectionParams: async () => {
      // Another host gets no cookie of this one.
      if (url.host === location.host) return {}
      const { data } = await graph.ask(LiveTicket, {}).catch(() => ({ data: null }))
      return data?.liveTicket ? { ticket: data.liveTicket } : {}
    },
    keepAlive: state.keepAlive,
    shouldRetry: () => true,
    ...RECONNECTING,
    on: {
      connected() {
        if (!isUnknown) {
          clearInterval(poll)
          poll = undefined
        }
        // The subscriptions are sent after this.
        setTimeout(readAll)
      },
      closed(event) {
        if ((event as Partial<CloseEvent>).code === FORBIDDEN) return onEnded()
        readNowAndThen()
      },
    },
  })
  const error = (errors: unknown) => {
    if (!reloadIfUnknown(errors)) return
    isUnknown = true
    readNowAndThen()
  }
  return {
    follow: (document, variables, heard) =>
      client.subscribe<never>(
        { query: '', variables, extensions: { documentId: graph.idOf(document) } },
        { next: ({ data }) => data && heard(data), error, complete: () => undefined },
      ),
    onMissed(read) {
      readers.add(read)
      return () => void readers.delete(read)
    },
  }
}
