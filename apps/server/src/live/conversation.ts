import type { Services } from '@platform/plugin-sdk'
import { logFailure } from '../runtime/outage.ts'
import type { Connection } from './connection.ts'
import { readMessages } from './incoming.ts'
import { inspect } from './inspect-message.ts'
import { keepAlive } from './keep-alive.ts'
import { closeAtExpiry, type createProtocol, dismiss, type ProtocolParts } from './protocol.ts'

/** The parts that all connections share. */
export interface Speaking extends Pick<ProtocolParts, 'outgoing' | 'slices'> {
  readonly protocol: ReturnType<typeof createProtocol>
}

/** Handles the messages of a connection until it is closed, and keeps it alive. */
export function converse(services: Services, { protocol, outgoing, slices }: Speaking, connection: Connection): void {
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
  socket.once('close', (code, reason) => {
    connection.turns.stop()
    void closed(code, String(reason))
    dismiss(services, connection)
  })
  keepAlive(connection, outgoing, services.config.keepAlive)
}

interface Receiving {
  readonly text: string
  /** What the protocol's library does with a message. */
  handle(message: string): Promise<void>
}

/** Has a message handled, after those about the same subscription that came before. Never fails. */
async function receive(services: Services, connection: Connection, { text, handle }: Receiving): Promise<void> {
  const { socket, turns, caller: before } = connection
  try {
    const { fault, about, message } = inspect(text)
    if (fault !== null) {
      socket.close(4400, fault)
      return
    }
    // The library also takes a message that is parsed already, which its types do not say.
    const begin = () => handle(message as unknown as string)
    await (about === null ? begin() : turns.run(about, begin))
    if (before === null && connection.caller) closeAtExpiry(connection)
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
