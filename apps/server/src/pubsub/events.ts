import { EventEmitter } from 'node:events'
import type { Kvstore } from '@platform/kvstore'
import type { Publisher } from '@platform/plugin-sdk'
import { z } from 'zod'
import { LocalEvents, type OnListenerError } from './local-events.ts'
import type { Peers } from './peers.ts'

declare module '@platform/plugin-sdk' {
  interface Services {
    readonly events: Events
  }
}

/** Receives the payload of an event. */
export type EventListener = (payload: unknown) => void

/** The events of the platform: an event that one server publishes reaches all servers. */
export interface Events extends Publisher {
  /** Only the events that this server publishes, so that a plugin acts once on each event of all servers. */
  readonly local: EventEmitter

  /** Listens to an event; with `asset`, only to events of that discussion. */
  subscribe(event: string, asset: string | null, listener: EventListener): Promise<() => Promise<void>>
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
const sent = z.object({ from: z.string(), payload: z.unknown() })

export function createEvents({ serverId, kvstore, peers, onError, onListenerError }: EventsOptions): Events {
  const local = new LocalEvents(onListenerError)
  const here = new EventEmitter().setMaxListeners(0)
  return {
    local,
    async publish(event, payload) {
      const message = JSON.stringify({ from: serverId, payload })
      const asset = assetOf(payload)
      const channels = asset === null ? [channel(event, null)] : [channel(event, null), channel(event, asset)]
      // Those who listen on this server need no store between them: an outage keeps no event from them.
      for (const each of channels) setImmediate(() => here.emit(each, message))
      local.emit(event, payload)
      // The change is stored already, so a failure to publish its event is only logged.
      await Promise.all(channels.map(each => kvstore.publish(each, message))).catch((error: unknown) => {
        peers.missed()
        onError(error)
      })
    },
    async subscribe(event, asset, listener) {
      const name = channel(event, asset)
      const receive = (message: string) => {
        try {
          listener(sent.parse(JSON.parse(message, revive)).payload)
        } catch (error) {
          onError(error)
        }
      }
      here.on(name, receive)
      try {
        const leave = await kvstore.subscribe(name, message => {
          // What this server published was delivered here before.
          if (!message.startsWith(`{"from":${JSON.stringify(serverId)},`)) receive(message)
        })
        return async () => {
          here.off(name, receive)
          await leave()
        }
      } catch (error) {
        here.off(name, receive)
        throw error
      }
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
