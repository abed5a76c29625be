import type { ServerResponse } from 'node:http'

/** The most requests that wait for a place. */
const MOST = 512
/** How long each waits. Milliseconds. */
const LONGEST = 5_000

/** A request that waits for a place. */
export interface Waiting {
  readonly res: ServerResponse
  /** The line it stands in: each address has its own, and the lines take turns. */
  readonly line: string
  answer(): void
  refuse(): void
}

/** Requests that wait a short time for a place, so that many at once are answered and no address shuts others out. */
export interface WaitingRoom<Place> {
  /** Lets a request wait. When there are too many, the last one of the longest line is refused. */
  wait(place: Place, request: Waiting): void
  /** Answers those that get a place, to be called when one is given back. */
  admit(): void
}

export function createWaitingRoom<Place>(take: (place: Place) => boolean): WaitingRoom<Place> {
  const lines = new Map<string, Map<Place, Admitted>>()
  let count = 0

  const remove = (place: Place, line: string): void => {
    const places = lines.get(line)
    if (!places?.delete(place)) return
    count--
    if (places.size === 0) lines.delete(line)
  }

  /** Answers the first request of the first line that gets a place; the line goes behind the others. */
  const admitOne = (): boolean => {
    for (const [line, places] of lines)
      for (const [place, { answer, leave }] of places) {
        if (!take(place)) break
        leave()
        if (lines.delete(line) && places.size > 0) lines.set(line, places)
        answer()
        return true
      }
    return false
  }

  /** Refuses the last one of the longest line for one of a shorter line. @returns whether there is room then */
  const makeRoom = (line: string): boolean => {
    const own = lines.get(line)?.size ?? 0
    const longest = [...lines.values()].reduce((longer, each) => (each.size > longer.size ? each : longer))
    const last = longest.size > own + 1 ? [...longest.values()].at(-1) : undefined
    last?.leave()
    last?.refuse()
    return last !== undefined
  }

  return {
    wait(place, { res, line, answer, refuse }) {
      if (count >= MOST && !makeRoom(line)) return refuse()
      count++
      const leave = (): void => {
        clearTimeout(timer)
        res.off('close', leave)
        remove(place, line)
      }
      const timer = setTimeout(() => {
        leave()
        refuse()
      }, LONGEST)
      // A client that left would take the place of another one.
      res.on('close', leave)
      const places = lines.get(line) ?? new Map()
      lines.set(line, places.set(place, { answer, refuse, leave }))
    },
    admit() {
      while (count > 0 && admitOne());
    },
  }
}

interface Admitted {
  answer(): void
  refuse(): void
  leave(): void
}
