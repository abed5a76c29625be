import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'

/** The number of requests of a connection that are not answered yet, unless their answers were ready. */
const counts = new WeakMap<Socket, number>()

/** Notes that the answer to a request takes time. */
export function noteUnanswered({ socket }: IncomingMessage, res: ServerResponse): void {
  const add = (step: number) => counts.set(socket, (counts.get(socket) ?? 0) + step)
  add(1)
  res.once('close', () => add(-1))
}

/** Whether a request of this connection is not answered yet. */
export function hasUnanswered(socket: Socket): boolean {
  return (counts.get(socket) ?? 0) > 0
}
