import { once } from 'node:events'
import type { Server } from 'node:http'
import { Server as NetServer, type Socket } from 'node:net'
import { setImmediate } from 'node:timers/promises'
import { noteOwed, owedBy } from '../http/owed-answers.ts'

/** The HTTP connections of a server, followed so that the server can be stopped without breaking a request off. */
export interface Connections {
  /**
   * Resolves when every request that has come by now is answered. Answers that take longer than `patience`
   * milliseconds are broken off.
   */
  answered(patience: number): Promise<void>
  /** From now on every answer has `Connection: close`, so that a client sends its next request to another server. */
  announceEnd(): void
  /**
   * Accepts no more connections, and resolves when all are closed. An idle connection is closed after a moment, and one
   * with a request when the request is answered, or after `patience` milliseconds.
   */
  close(patience: number): Promise<void>
}

/** How long an idle client may still send a request, because it does not know that the server ends. Milliseconds. */
const GRACE = 250
/** The time between two searches for connections without a request. Milliseconds. */
const LOOK = 50

export function followConnections(server: Server): Connections {
  const open = new Set<Socket>()
  const unanswered = () => [...open].flatMap(owedBy)
  let isEnding = false
  let accepted = 0
  server.on('connection', socket => {
    accepted++
    open.add(socket)
    socket.once('close', () => open.delete(socket))
  })
  // A websocket is closed by the live endpoint.
  server.on('upgrade', (_request, socket) => open.delete(socket as Socket))
  server.prependListener('request', (request, response) => {
    noteOwed(request, response)
    if (isEnding) response.shouldKeepAlive = false
  })

  /** Also a connection whose request has not arrived as a whole: nothing of it was begun. */
  function closeIdle(): void {
    for (const socket of open) if (owedBy(socket).length === 0) socket.destroy()
  }

  /**
   * Waits until no connection waits at the listener, because the end of the listener would reset it. In each turn of
   * the loop Node accepts one.
   */
  async function acceptWaiting(): Promise<void> {
    const end = performance.now() + GRACE
    let before: number
    do {
      before = accepted
      await setImmediate()
    } while (accepted > before && performance.now() < end)
  }

  return {
    async answered(patience) {
      const answers = unanswered()
      const timer = setTimeout(() => {
        for (const response of answers) response.destroy()
      }, patience)
      await Promise.all(answers.map(response => once(response, 'close')))
      clearTimeout(timer)
    },
    announceEnd() {
      isEnding = true
      for (const response of unanswered()) if (!response.headersSent) response.shouldKeepAlive = false
    },
    async close(patience) {
      await acceptWaiting()
      // The method of HTTP servers would break off a request that is just arriving on an idle connection.
      const closed = new Promise(resolve => NetServer.prototype.close.call(server, resolve))
      const begun = performance.now()
      const timer = setInterval(() => {
        const waited = performance.now() - begun
        if (waited > patience) server.closeAllConnections()
        else if (waited > GRACE) closeIdle()
      }, LOOK)
      await closed
      clearInterval(timer)
      // Ends the server's own timer, too.
      server.close(() => {})
    },
  }
}
