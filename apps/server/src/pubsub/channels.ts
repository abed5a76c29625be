import type { Kvstore } from '@platform/kvstore'
import { createDelivery, type Listener } from './delivery.ts'
import { createHistory, type History } from './history.ts'

/** The channels of events that this server hears. */
export interface Channels {
  readonly history: History
  /** Listens to a channel. @returns the function that removes the listener. */
  subscribe(name: string, listener: Listener): Promise<() => void>
  /** A message has come over a channel; where no one listens it is lost. */
  arrive(name: string, message: string): void
}

interface Channel {
  readonly listeners: Set<Listener>
  readonly started: Promise<() => Promise<void>>
}

/** How long a channel is heard after its last listener has left, so that clients can come back. Milliseconds. */
export const REMEMBERED = 5 * 60_000
/** How many channels without a listener are heard. */
const MOST_IDLE = 1_000
/** The messages that are kept for clients that come back. Bytes. */
export const MOST_REMEMBERED = 4 * 1024 * 1024

interface ChannelsOptions {
  readonly kvstore: Kvstore
  /** Whether a message of the store came from this server. */
  isOwn(message: string): boolean
  onError(error: unknown): void
}

export function createChannels({ kvstore, isOwn, onError }: ChannelsOptions): Channels {
  const history = createHistory(MOST_REMEMBERED)
  const deliver = createDelivery(onError)
  const channels = new Map<string, Channel>()
  /** The channels without a listener, longest first. */
  const idle = new Map<string, NodeJS.Timeout>()

  function arrive(name: string, message: string): void {
    const channel = channels.get(name)
    if (!channel) return
    deliver({ number: history.note(name, message), message }, channel.listeners)
  }

  function open(name: string): Channel {
    const started = kvstore
      .subscribe(name, message => {
        if (!isOwn(message)) arrive(name, message)
      })
      .then(leave => {
        history.begin(name)
        return leave
      })
    const channel = { listeners: new Set<Listener>(), started }
    channels.set(name, channel)
    started.catch(() => {
      if (channels.get(name) === channel) channels.delete(name)
    })
    return channel
  }

  function close(name: string): void {
    clearTimeout(idle.get(name))
    idle.delete(name)
    const channel = channels.get(name)
    channels.delete(name)
    history.end(name)
    channel?.started.then(leave => leave()).catch(onError)
  }

  /** Keeps hearing a channel for a while. */
  function linger(name: string): void {
    idle.set(name, setTimeout(close, REMEMBERED, name).unref())
    const [longest] = idle.keys()
    if (idle.size > MOST_IDLE && longest !== undefined) close(longest)
  }

  return {
    history,
    arrive,
    async subscribe(name, listener) {
      clearTimeout(idle.get(name))
      idle.delete(name)
      const channel = channels.get(name) ?? open(name)
      channel.listeners.add(listener)
      const leave = () => {
        channel.listeners.delete(listener)
        if (channel.listeners.size === 0 && channels.get(name) === channel) linger(name)
      }
      await channel.started.catch((error: unknown) => {
        channel.listeners.delete(listener)
        throw error
      })
      return leave
    },
  }
}
