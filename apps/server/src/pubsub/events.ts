import { EventEmitter } from 'node:events'
import type { Kvstore } from '@platform/kvstore'
import type { Publisher } from '@platform/plugin-sdk'

declare module '@platform/plugin-sdk' {
  interface Services {
    readonly events: Events
  }
}

/** Receives what was published. */
export type EventListener = (payload: unknown) => void

/** Events of the whole platform: what one instance publishes reaches every instance. */
export interface Events extends Publisher {
  /** What this instance publishes, as it is published: for plugins that act once on an event, wherever it happened. */
  readonly local: EventEmitter

  /** Listens to an event; with `asset`, to those of one discussion only. */
  subscribe(event: string, asset: string | null, listener: EventListener): Promise<() => Promise<void>>
}

/** The event of one discussion has a channel of its own, so that readers of another are not woken. */
function channel(event: string, asset: string | null): string {
  return asset === null ? `live:${event}` : `live:${event}:${asset}`
}

export function createEvents(kvstore: Kvstore, onError: (error: unknown) => void): Events {
  const local = new EventEmitter({ captureRejections: true }).setMaxListeners(0)
  local.on('error', onError)
  return {
    local,
    async publish(event, payload) {
      const message = JSON.stringify(payload)
      const asset = assetOf(payload)
      // What happened has happened, whoever hears of it: a store that can't be reached does not undo it.
      await Promise.all([
        kvstore.publish(channel(event, null), message),
        asset === null ? undefined : kvstore.publish(channel(event, asset), message),
      ]).catch(onError)
      emit(local, event, payload, onError)
    },
    subscribe: (event, asset, listener) =>
      kvstore.subscribe(channel(event, asset), message => listener(JSON.parse(message, revive))),
  }
}

/** A listener that throws is reported; what was published is published all the same. */
function emit(local: EventEmitter, event: string, payload: unknown, onError: (error: unknown) => void): void {
  if (event === 'error') return
  try {
    local.emit(event, payload)
  } catch (error) {
    onError(error)
  }
}

/** The discussion an event belongs to, by the field every such payload has. */
function assetOf(payload: unknown): string | null {
  const { asset_id: own, comment } = (payload ?? {}) as { asset_id?: unknown; comment?: { asset_id?: unknown } | null }
  const asset = own ?? comment?.asset_id
  return typeof asset === 'string' ? asset : null
}

const ISO_TIME = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/

/** Times travel as text; the fields that hold them are times again on arrival. */
function revive(name: string, value: unknown): unknown {
  return typeof value === 'string' && /(_at|At|until)$/.test(name) && ISO_TIME.test(value) ? new Date(value) : value
}
