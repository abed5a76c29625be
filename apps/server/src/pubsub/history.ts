/** An event as it came over a channel. */
export interface Heard {
  /** Later events have larger numbers, on every channel. */
  readonly number: number
  readonly message: string
}

/** The events that this server has heard lately, so that a client that comes back gets what it has missed. */
export interface History {
  /** The number of the latest event, of whatever channel. */
  readonly latest: number
  /** The channel is heard from now on. */
  begin(channel: string): void
  /** The channel is no longer heard. */
  end(channel: string): void
  /** Notes an event of a channel that is heard. @returns its number. */
  note(channel: string, message: string): number
  /** The events of a channel after a number, in order; `null` when one of them may be unknown. */
  after(channel: string, number: number): readonly Heard[] | null
  /** Events may have been missed on every channel. */
  forget(): void
}

interface Channel {
  /** All events after this number are known. */
  from: number
  readonly events: Heard[]
}

/** @param most - how many bytes the messages of all channels may have; the oldest are forgotten first. */
export function createHistory(most: number): History {
  const channels = new Map<string, Channel>()
  /** Every event that is kept, oldest first. */
  const kept = new Map<Heard, Channel>()
  let bytes = 0
  let latest = now()

  function drop(event: Heard, channel: Channel): void {
    kept.delete(event)
    bytes -= event.message.length
    channel.from = event.number
    channel.events.shift()
  }

  return {
    get latest() {
      return latest
    },
    begin(name) {
      channels.set(name, { from: latest, events: [] })
    },
    end(name) {
      const channel = channels.get(name)
      if (!channel) return
      channels.delete(name)
      for (const event of [...channel.events]) drop(event, channel)
    },
    note(name, message) {
      latest = Math.max(latest + 1, now())
      const channel = channels.get(name)
      if (!channel) return latest
      const event = { number: latest, message }
      channel.events.push(event)
      kept.set(event, channel)
      bytes += message.length
      for (const [oldest, itsChannel] of kept) {
        if (bytes <= most) break
        drop(oldest, itsChannel)
      }
      return latest
    },
    after(name, number) {
      const channel = channels.get(name)
      if (!channel || number < channel.from || number > latest) return null
      return channel.events.filter(event => event.number > number)
    },
    forget() {
      latest = Math.max(latest + 1, now())
      for (const [event, channel] of kept) drop(event, channel)
      for (const channel of channels.values()) channel.from = latest
    },
  }
}

/** Numbers are taken from the clock, so that they do not tell how much happens on the site. Microseconds. */
function now(): number {
  return Math.floor((performance.timeOrigin + performance.now()) * 1_000)
}
