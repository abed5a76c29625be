import type { Duplex } from 'node:stream'

/** What the bytes that came in have done to the messages of a websocket. */
interface Progress {
  /** A message has become complete. */
  readonly completed: boolean
  /** Bytes of a message have come, and it is not complete. */
  readonly unfinished: boolean
}

/** Bytes of a frame's head: before the length, for the lengths 126 and 127, and for the mask. */
const HEAD = 2
const LENGTHS: Readonly<Record<number, number>> = { 126: 2, 127: 8 }
const MASK = 4

/**
 * Follows the frames of a websocket by their heads. A control frame within a message, such as a ping, does not
 * complete the message.
 */
export function followFrames(): (bytes: Buffer) => Progress {
  let head: number[] = []
  let payload = 0
  let within = false

  const finishFrame = (): boolean => {
    const [first = 0] = head
    head = []
    const isControl = (first & 0x08) !== 0
    if (!isControl) within = (first & 0x80) === 0
    return !within
  }
  /** The length of the payload once the head is complete. */
  const readHead = (): number | null => {
    const [, second = 0] = head
    const lengthBytes = LENGTHS[second & 0x7f] ?? 0
    if (head.length < HEAD || head.length < HEAD + lengthBytes + ((second & 0x80) === 0 ? 0 : MASK)) return null
    if (lengthBytes === 0) return second & 0x7f
    return head.slice(HEAD, HEAD + lengthBytes).reduce((length, byte) => length * 256 + byte, 0)
  }

  return bytes => {
    let completed = false
    for (let at = 0; at < bytes.length; ) {
      if (payload > 0) {
        const part = Math.min(payload, bytes.length - at)
        payload -= part
        at += part
      } else {
        head.push(bytes[at++]!)
        const length = readHead()
        if (length === null) continue
        payload = length
      }
      if (payload === 0 && finishFrame()) completed = true
    }
    return { completed, unfinished: within || head.length > 0 || payload > 0 }
  }
}

/**
 * Calls `late` when a message that has begun to come is not complete within the time. The time in which the server does
 * not read, because it handles what came before, does not count.
 *
 * @returns a function that ends the watch.
 */
export function watchMessages(socket: Duplex, time: number, late: () => void): () => void {
  const follow = followFrames()
  let timer: NodeJS.Timeout | undefined
  let isUnfinished = false
  const stop = () => {
    clearTimeout(timer)
    timer = undefined
  }
  const start = () => {
    if (isUnfinished && !socket.isPaused()) timer ??= setTimeout(late, time)
  }
  socket.on('data', (bytes: Buffer) => {
    const { completed, unfinished } = follow(bytes)
    if (completed || !unfinished) stop()
    isUnfinished = unfinished
    start()
  })
  socket.on('pause', stop).on('resume', start)
  return () => {
    isUnfinished = false
    stop()
  }
}
