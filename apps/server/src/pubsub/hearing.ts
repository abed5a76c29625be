/** Servers announce themselves at this interval, and count as silent after that time. Milliseconds. */
export const BEAT = 250
const SILENCE = 1_000

/** What a server says of itself to all servers, itself included. */
export type Says = 'hello' | 'here' | 'missed' | 'bye'

/** Follows when each server was heard last, this one included. */
export interface Hearing {
  /** What has been silent for too long. */
  readonly silent: 'the key-value store' | 'another server' | null
  /** Whether another server is known to run and is not heard at all. */
  readonly isDeaf: boolean
  /** @returns whether it has begun just now, so that messages may have been lost. */
  setDeaf(isDeaf: boolean): boolean
  /** Follows what was heard. @returns whether messages may have been lost. */
  hear(from: string, says: Says): boolean
  /**
   * Forgets servers that were silent for so long that they have ended. They said nothing of it, nor of what they could
   * not publish.
   *
   * @returns whether messages may have been lost.
   */
  forgetGone(): boolean
  /** This server has announced itself once more, and should hear that. */
  expect(): void
  /** The loss of messages was told already, so that it is not told again when this server is heard. */
  forgive(): void
}

interface HearingOptions {
  readonly serverId: string
  /** Milliseconds of silence after which another server has ended for certain. */
  readonly gone: number
}

export function createHearing({ serverId, gone }: HearingOptions): Hearing {
  const others = new Map<string, number>()
  let heardOwn = performance.now()
  /** A server that was busy for a second has sent no announcements meanwhile, and has lost nothing. */
  let expected = 0
  let isDeaf = false

  const isLate = () => performance.now() - heardOwn > SILENCE

  function isAnySilent(): boolean {
    const now = performance.now()
    return others.values().some(heard => now - heard > SILENCE)
  }

  return {
    get isDeaf() {
      return isDeaf
    },
    setDeaf(now) {
      const begins = now && !isDeaf
      isDeaf = now
      return begins
    },
    get silent() {
      if (isDeaf) return 'another server'
      if (isLate()) return 'the key-value store'
      return isAnySilent() ? 'another server' : null
    },
    hear(from, says) {
      if (from === serverId) {
        const hasLost = isLate() && expected >= SILENCE / BEAT
        heardOwn = performance.now()
        expected = 0
        return hasLost
      }
      if (says === 'bye') others.delete(from)
      else others.set(from, performance.now())
      return says === 'missed'
    },
    forgetGone() {
      const now = performance.now()
      const ended = [...others].filter(([, heard]) => now - heard > gone)
      for (const [other] of ended) others.delete(other)
      return ended.length > 0
    },
    expect() {
      expected += 1
    },
    forgive() {
      expected = 0
    },
  }
}
