import type { Client } from 'graphql-ws'

/** Where the subscriptions of a page go on when its socket is opened again. */
export interface Resuming {
  /** The client, whose subscriptions ask for what they missed when they are sent once more. */
  over(client: Pick<Client, 'subscribe'>): Pick<Client, 'subscribe'>
  /** Subscriptions that were sent for the first time receive events from a cursor on. */
  started(cursor: string): void
  /** Something was missed, so that no subscription goes on until everything was read. */
  missed(): void
  /** Everything before the cursor was read. */
  read(cursor: string): void
}

export function createResuming(): Resuming {
  /** The last event of each subscription, by what it asks for; `null` before the first one. */
  const cursors = new Map<string, string | null>()
  const sent = new Set<string>()
  let since: string | undefined
  /** The cursor that is sent with a subscription; none when it is sent for the first time. */
  const cursorOf = (key: string) => {
    const known = cursors.get(key)
    if (known !== undefined) return since && (known ?? since)
    cursors.set(key, null)
    sent.add(key)
    return undefined
  }
  return {
    over: client => ({
      subscribe: (payload, sink) => {
        const key = JSON.stringify(payload)
        const extensions = {
          ...payload.extensions,
          // The library sends the same object each time.
          get cursor() {
            return cursorOf(key)
          },
        }
        const next: typeof sink.next = result => {
          const { cursor } = (result.extensions ?? {}) as { readonly cursor?: unknown }
          if (typeof cursor === 'string') cursors.set(key, cursor)
          sink.next(result)
        }
        return client.subscribe({ ...payload, extensions }, { ...sink, next } as never)
      },
    }),
    started(cursor) {
      for (const key of sent) cursors.set(key, cursors.get(key) ?? cursor)
      sent.clear()
    },
    missed() {
      since = undefined
      sent.clear()
      for (const key of cursors.keys()) cursors.set(key, null)
    },
    read(cursor) {
      since = cursor
    },
  }
}
