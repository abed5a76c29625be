import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import { createInterface } from 'node:readline'
import type { Config } from '@platform/config'
import { z } from 'zod'
import { EXIT } from '../runtime/failure.ts'
import { SERVER_VERSION } from '../runtime/version.ts'
import type { OperationName } from './operations/index.ts'
import { printable } from './printable.ts'
import { controlSocketPath, openSocketPath } from './socket-path.ts'
import { onStop, processTerminal, type Terminal } from './terminal.ts'

/** An operation that a command line asks a running server to run. */
export interface Request {
  readonly name: string
  readonly options: unknown
  /** Width of the command line's screen; `null` when its output is no screen. */
  readonly columns: number | null
  /** The version of the command line. */
  readonly version?: string | undefined
}

const reply = z.union([
  z.object({ out: z.string() }),
  z.object({ err: z.string() }),
  z.object({ draw: z.string() }),
  z.object({ exit: z.number() }),
])

/** A message of the server to the command line, one per line. */
export type Reply = z.output<typeof reply>

/** Writes a message as one line. Texts of users may contain U+2028, at which the other side would end the line, too. */
export const asLine = (message: Request | Reply): string => `${printable(JSON.stringify(message))}\n`

/**
 * Runs an operation through the server that has the embedded store open.
 *
 * @returns its exit code, or `null` when no server has the store open.
 */
export async function performInServer(
  config: Pick<Config, 'docstoreUrl'>,
  name: OperationName,
  options: unknown,
  terminal: Terminal = processTerminal(),
): Promise<number | null> {
  const socket = controlSocketPath(config.docstoreUrl)
  return socket === null
    ? null
    : askServer(socket, { name, options, columns: terminal.columns, version: SERVER_VERSION }, terminal)
}

/** Asks a running server to run an operation. @returns its exit code, or `null` when no server listens there. */
async function askServer(path: string, request: Request, terminal: Terminal): Promise<number | null> {
  const socket = await connected(path)
  if (socket === null) return null
  socket.write(asLine(request))
  // The first signal makes the server finish its step and report how far it came; a second one ends this process. A
  // question that follows, such as a confirmation, must end by a signal as usual.
  using _stop = onStop(() => {
    socket.end()
  })
  for await (const line of createInterface({ input: socket })) {
    const message = reply.parse(JSON.parse(line))
    if ('exit' in message) {
      socket.destroy()
      return message.exit
    }
    if ('out' in message) terminal.out(message.out)
    else if ('draw' in message) terminal.draw(message.draw)
    else terminal.err(message.err)
  }
  terminal.err('The server stopped before the command was done\n')
  return EXIT.unavailable
}

async function connected(path: string): Promise<Socket | null> {
  try {
    using reachable = openSocketPath(path)
    const socket = connect(reachable.address)
    await once(socket, 'connect')
    return socket
  } catch {
    return null
  }
}
