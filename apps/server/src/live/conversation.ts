import type { Services } from '@platform/plugin-sdk'
import { logFailure } from '../runtime/outage.ts'
import { CLOSE, type Connection } from './connection.ts'
import { readMessages } from './incoming.ts'
import { inspect } from './inspect-message.ts'
import { dismiss } from './introduction.ts'
import { keepAlive } from './keep-alive.ts'
import type { createProtocol, ProtocolParts } from './protocol.ts'
import { watchMessages } from './unfinished-message.ts'

/** The parts that all connections share. */
export interface Speaking extends Pick<ProtocolParts, 'outgoing' | 'slices'> {
  readonly protocol: ReturnType<typeof createProtocol>
  /** The open connections. */
  readonly connections: Set<Connection>
  /** How long a client may take to send a message. Milliseconds. */
  readonly messageDeadline: number
}

/** Handles the messages of a connection until it is closed, and keeps it alive. */
export function converse(services: Services, speaking: Speaking, connection: Connection): void {
  const { protocol, connections, outgoing, slices, messageDeadline } = speaking
  const { socket } = connection
  const closed = protocol.opened(
    {
      protocol: socket.protocol,
      send: text => outgoing.send(connection, text),
      close: (code, reason) => socket.close(code, reason),
      onPing: payload => outgoing.send(connection, pong(services, connection, payload)),
      onMessage: handle =>
        readMessages(connection, { slices, take: text => void receive(services, connection, { text, handle }) }),
    },
    connection,
  )
  socket.on('error', error => services.log.debug({ err: error }, 'a live connection failed'))
  const stopPings = keepAlive(connection, outgoing, services.config.keepAlive)
  const stopWatch = watchMessages(connection.raw, messageDeadline, () =>
    socket.close(CLOSE.policy, `Send a whole message within ${messageDeadline / 1_000} s`),
  )
  connections.add(connection)
  socket.once('close', (code, reason) => {
    connections.delete(connection)
    stopPings()
    stopWatch()
    connection.order.stop()
    // It may have a hundred subscriptions that end now, and those of thousands of clients may end at once.
    void slices.run(() => closed(code, String(reason)))
    dismiss(services, connection)
  })
}

interface Receiving {
  readonly text: string
  /** What the protocol's library does with a message. */
  handle(message: string): Promise<void>
}

/** Has a message handled, after those about the same subscription that came before. Never fails. */
async function receive(services: Services, connection: Connection, { text, handle }: Receiving): Promise<void> {
  const { socket, order } = connection
  try {
    const { fault, about, message } = inspect(text)
    if (fault !== null) {
      socket.close(4400, fault)
      return
    }
    // The library also takes a message that is parsed already, which its types do not say.
    const begin = () => handle(message as unknown as string)
    await (about === null ? begin() : order.run(about, begin))
  } catch (error) {
    logFailure(services.log, error, { text: 'a live message failed' })
    socket.close(4500, 'Internal error')
  }
}

/**
 * The answer to a ping. The first one after subscriptions have started says from where on they receive events, and
 * whether they were resumed at their cursors, so that the client need not read what it missed.
 */
function pong({ events }: Services, { started }: Connection, payload: Record<string, unknown> | undefined): string {
  const { all, resumed } = started
  Object.assign(started, { all: 0, resumed: 0 })
  if (all === 0) return JSON.stringify({ type: 'pong', payload })
  return JSON.stringify({ type: 'pong', payload: { cursor: events.cursorOf(events.latest), resumed: all === resumed } })
}
