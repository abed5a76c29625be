import type { IncomingMessage, ServerResponse } from 'node:http'
import { type CountByAddress, countByAddress } from './count-by-address.ts'
import { refuse } from './refuse.ts'
import { createWaitingRoom, type WaitingRoom } from './waiting-room.ts'

/**
 * The most requests that are answered at a time, of these the most that send a body, and the most mutations. A mutation
 * counts as one that sends a body until it is known what it is. Then it has a place among the mutations when more than
 * half of the former are taken: it waits for the disk, and reading by POST must not wait for it, too.
 */
export const MOST_IN_FLIGHT = { requests: 256, posts: 64, mutations: 64 }
/** One address has at most this part of them, so that it leaves room for the others. */
const SHARE = 1 / 2

/** A request's place among those that are answered. */
export interface Place {
  /** Takes the place, now or when one is free, and calls `answer`; calls `refuse` when that takes too long. */
  enter(answer: () => void, refuse: () => void): void
  /** Changes the place for one among the mutations, and calls `answer` or `refuse` as `enter` does. */
  enterMutations(answer: () => void, refuse: () => void): void
  /** Gives the place back, for a request that only waits. */
  leave(): void
}

const PLACE = Symbol('place in flight')

interface Counted extends IncomingMessage {
  [PLACE]?: Place
}

type Kind = keyof typeof MOST_IN_FLIGHT

/** What a request counts as. */
const COUNTED: Readonly<Record<Kind, readonly Kind[]>> = {
  requests: ['requests'],
  posts: ['requests', 'posts'],
  mutations: ['requests', 'mutations'],
}

/** The numbers of requests that are being answered. */
interface Counts {
  readonly most: Readonly<Record<Kind, number>>
  readonly now: Record<Kind, number>
  readonly shares: Readonly<Record<Kind, CountByAddress>>
  /** A room for each, so that reading does not wait behind posting. */
  readonly waiting: Readonly<Record<Kind, WaitingRoom<CountedPlace>>>
}

/** Counts the requests that are being answered. Those beyond the limits wait a short time, or are refused. */
export function createInFlight(
  most = MOST_IN_FLIGHT,
): (req: Counted, res: ServerResponse, address: string | null) => Place {
  const room = () => createWaitingRoom<CountedPlace>(place => place.take())
  const share = (kind: Kind) => countByAddress(most[kind] * SHARE)
  const counts: Counts = {
    most,
    now: { requests: 0, posts: 0, mutations: 0 },
    shares: { requests: share('requests'), posts: share('posts'), mutations: share('mutations') },
    waiting: { requests: room(), posts: room(), mutations: room() },
  }
  return (req, res, address) => {
    const place = new CountedPlace(counts, isReading(req) ? 'requests' : 'posts', { res, address })
    req[PLACE] = place
    return place
  }
}

const isReading = ({ method }: IncomingMessage) => method === 'GET' || method === 'HEAD' || method === 'OPTIONS'

/** A class, because every request has a place, and closures for each would cost more than the counting. */
class CountedPlace implements Place {
  readonly #counts: Counts
  #kind: Kind
  readonly #address: string | null
  readonly #res: ServerResponse
  /** Whether the end of the answer gives the place back. */
  #isWatched = false
  /** How many of the kinds are counted. */
  #counted = 0

  constructor(
    counts: Counts,
    kind: Kind,
    { res, address }: { readonly res: ServerResponse; readonly address: string | null },
  ) {
    this.#counts = counts
    this.#kind = kind
    this.#res = res
    this.#address = address
  }

  enter(answer: () => void, refuse: () => void): void {
    // The end of the answer gives a place back, so an answer that has ended must not take another one.
    if (this.#res.closed) return
    if (this.#counted > 0 || this.take()) answer()
    else this.#wait(answer, refuse)
  }

  enterMutations(answer: () => void, refuse: () => void): void {
    // A request without a place has given it back, and a client that left has no use for another one. As long as half
    // of the places are free, nobody waits for one, and to change it would cost a tenth of a post.
    if (this.#counted === 0 || this.#counts.now.posts <= this.#counts.most.posts / 2) {
      answer()
      return
    }
    this.#countOff()
    this.#kind = 'mutations'
    const isFree = this.take()
    this.#admit()
    if (isFree) answer()
    else {
      this.#wait(answer, refuse)
      // The room forgets a client that leaves, and what its request has begun has to end.
      this.#res.once('close', refuse)
    }
  }

  /** Takes a place that is free. @returns whether there was one. */
  take(): boolean {
    const { most, now, shares } = this.#counts
    for (const kind of COUNTED[this.#kind]) if (now[kind] >= most[kind]) return false
    for (const kind of COUNTED[this.#kind]) {
      if (this.#address !== null && !shares[kind].add(this.#address)) {
        this.#countOff()
        return false
      }
      now[kind]++
      this.#counted++
    }
    if (!this.#isWatched) this.#res.on('close', () => this.leave())
    this.#isWatched = true
    return true
  }

  leave(): void {
    if (this.#counted === 0) return
    this.#countOff()
    this.#admit()
  }

  #wait(answer: () => void, refuse: () => void): void {
    this.#counts.waiting[this.#kind].wait(this, { res: this.#res, line: this.#address ?? '', answer, refuse })
  }

  #admit(): void {
    const { mutations, posts, requests } = this.#counts.waiting
    // What was read and parsed already comes first.
    mutations.admit()
    posts.admit()
    requests.admit()
  }

  #countOff(): void {
    const { now, shares } = this.#counts
    for (const kind of COUNTED[this.#kind]) {
      if (this.#counted === 0) return
      this.#counted--
      now[kind]--
      if (this.#address !== null) shares[kind].remove(this.#address)
    }
  }
}

/** A request that waits on purpose, such as an event stream, gives its place back. */
export function leaveQueue(req: Counted): void {
  req[PLACE]?.leave()
}

/** Waits for a place among the mutations. @returns whether there was one in time */
export function enterMutations(req: Counted): Promise<boolean> {
  return new Promise(resolve => {
    const answer = () => resolve(true)
    if (req[PLACE]) req[PLACE].enterMutations(answer, () => resolve(false))
    else answer()
  })
}

/** The answer to a request that found no place in time. */
export const OVERLOAD = {
  status: 503,
  code: 'UNAVAILABLE',
  message: 'The server has too much to do at the moment; try again in 2 s',
  retryAfter: 2,
}

/** Refusals that are sent within a second without a delay. */
const PROMPT = 256
/**
 * All other refusals wait, so that clients which retry without a pause cost little time. Each waits for another time,
 * because equal delays would send thousands of refusals in one moment, in which nothing else is answered. Milliseconds.
 */
const DELAY = { least: 1_000, most: 3_000 }
/** A body up to this size is read to its end, so that its connection can stay open. Bytes. */
const SMALL = 16 * 1024

/** Refuses what is beyond the limits. */
export function createOverload(): (req: IncomingMessage, res: ServerResponse) => void {
  let second = 0
  let sent = 0
  return (req, res) => {
    const now = Math.floor(performance.now() / 1_000)
    if (now !== second) {
      second = now
      sent = 0
    }
    const staysOpen =
      req.headers['transfer-encoding'] === undefined && Number(req.headers['content-length'] ?? 0) <= SMALL
    const send = () => {
      if (!res.destroyed) refuse(req, res, { ...OVERLOAD, staysOpen })
    }
    if (++sent <= PROMPT) send()
    else setTimeout(send, DELAY.least + Math.random() * (DELAY.most - DELAY.least))
  }
}
