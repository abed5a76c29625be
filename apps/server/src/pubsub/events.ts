import type { EventEmitter } from 'node:events'
import type { Kvstore } from '@platform/kvstore'
import type { Publisher } from '@platform/plugin-sdk'
import { z } from 'zod'
import { type Channels, createChannels } from './channels.ts'
import { LocalEvents, type OnListenerError } from './local-events.ts'
import type { Peers } from './peers.ts'

declare module '@platform/plugin-sdk' {
  interface Services {
    readonly events: Events
  }
}

/** An event that this server has heard. */
export interface ServerEvent {
  /** Gives a payload of its own to each that asks, because plugins may change what they are given. */
  readonly payload: () => unknown
  /** Later events have larger numbers. */
  readonly number: number
  /** What it takes, in characters of JSON. */
  readonly size: number
}

/** The events of the platform: an event that one server publishes reaches all servers. */
export interface Events extends Publisher {
  /** Only the events that this server publishes, so that a plugin acts once on each event of all servers. */
  readonly local: EventEmitter

  /** Listens to an event; with `asset`, only to events of that discussion. */
  subscribe(event: string, asset: string | null, listener: (event: ServerEvent) => void): Promise<() => void>

  /** The number of the latest event that this server has heard, of whatever name. */
  readonly latest: number

  /** The events of a name after a number, in order; `null` when this server may not have heard all of them. */
  missed(event: string, asset: string | null, after: number): readonly ServerEvent[] | null

  /** The text for clients that names an event, or the moment after it. */
  cursorOf(number: number): string

  /** The number that a cursor of this server names; `null` for everything else. */
  numberOf(cursor: unknown): number | null
}

/** Events of one discussion have a channel of their own, so that readers of other discussions don't receive them. */
function channel(event: string, asset: string | null): string {
  return asset === null ? `live:${event}` : `live:${event}:${asset}`
}

interface EventsOptions {
  readonly serverId: string
  readonly kvstore: Kvstore
  readonly peers: Peers
  readonly onError: (error: unknown) => void
  readonly onListenerError: OnListenerError
}

/** An event on its way to the other servers. */
const sent = z.object({ from: z.string(), payload: z.unknown().optional() })

export function createEvents({ serverId, kvstore, peers, onError, onListenerError }: EventsOptions): Events {
  const local = new LocalEvents(onListenerError)
  // What this server published is delivered here without the store.
  const isOwn = (message: string) => message.startsWith(`{"from":${JSON.stringify(serverId)},`)
  const channels: Channels = createChannels({ kvstore, isOwn, onError })
  peers.onGap(() => channels.history.forget())
  const read = ({ message, number }: { readonly message: string; readonly number: number }): ServerEvent => ({
    payload: () => sent.parse(JSON.parse(message, revive)).payload ?? null,
    number,
    size: message.length,
  })
  return {
    local,
    async publish(event, payload) {
      // What JSON has no text for, such as a missing payload, is sent as `null`.
      const message = `{"from":${JSON.stringify(serverId)},"payload":${JSON.stringify(payload) ?? 'null'}}`
      const asset = assetOf(payload)
      const names = asset === null ? [channel(event, null)] : [channel(event, null), channel(event, asset)]
      // Those who listen on this server need no store between them: an outage keeps no event from them.
      for (const name of names) setImmediate(() => channels.arrive(name, message))
      local.emit(event, payload)
      // The change is stored already, so a failure to publish its event is only logged.
      await Promise.all(names.map(name => kvstore.publish(name, message))).catch((error: unknown) => {
        peers.missed()
        onError(error)
      })
    },
    subscribe: (event, asset, listener) => channels.subscribe(channel(event, asset), heard => listener(read(heard))),
    get latest() {
      return channels.history.latest
    },
    missed(event, asset, after) {
      return channels.history.after(channel(event, asset), after)?.map(read) ?? null
    },
    cursorOf: number => `${number.toString(36)}.${serverId}`,
    numberOf(cursor) {
      const [number = '', of] = typeof cursor === 'string' ? cursor.split('.') : []
      return of === serverId && /^[0-9a-z]{1,11}$/.test(number) ? Number.parseInt(number, 36) : null
    },
  }
}

/** The discussion of an event, by the field that every such payload has. */
function assetOf(payload: unknown): string | null {
  const { asset_id: own, comment } = (payload ?? {}) as { asset_id?: unknown; comment?: { asset_id?: unknown } | null }
  const asset = own ?? comment?.asset_id
  return typeof asset === 'string' ? asset : null
}

const ISO_TIME = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/

/** Times are sent as text; the fields that hold times are parsed on arrival. */
function revive(name: string, value: unknown): unknown {
  return typeof value === 'string' && /(_at|At|until)$/.test(name) && ISO_TIME.test(value) ? new Date(value) : value
}
