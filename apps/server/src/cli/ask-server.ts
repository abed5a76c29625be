import { createHash } from 'node:crypto'
import { once } from 'node:events'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { createInterface } from 'node:readline'
import type { Config } from '@platform/config'
import { EXIT } from '../runtime/failure.ts'
import type { OperationName } from './operations/index.ts'
import { processTerminal, type Terminal } from './terminal.ts'

/** What a command line asks a running server to do. */
export interface Request {
  readonly name: string
  readonly options: unknown
  readonly columns: number | null
}

/** What the server says, one message a line. */
export type Reply =
  | { readonly out: string }
  | { readonly err: string }
  | { readonly draw: string }
  | { readonly exit: number }

const STOP = ['SIGINT', 'SIGTERM']

/** The longest path a socket may have on every system. */
const LONGEST_PATH = 100

/** The socket beside an embedded store's file; `null` for stores that several processes may open. */
export function controlSocketPath(docstoreUrl: string): string | null {
  if (!docstoreUrl.startsWith('sqlite:')) return null
  const path = `${resolve(docstoreUrl.slice('sqlite:'.length))}.sock`
  return path.length <= LONGEST_PATH
    ? path
    : join(tmpdir(), `platform-${createHash('sha256').update(path).digest('hex').slice(0, 24)}.sock`)
}

/** Runs an operation through the server that has the embedded data open. @returns its exit code, or `null` when none has. */
export async function performInServer(
  config: Config,
  name: OperationName,
  options: unknown,
  terminal: Terminal = processTerminal(),
): Promise<number | null> {
  const socket = controlSocketPath(config.docstoreUrl)
  return socket === null ? null : askServer(socket, { name, options, columns: terminal.columns }, terminal)
}

/** Asks a running server to run an operation. @returns its exit code, or `null` when no server listens there. */
async function askServer(path: string, request: Request, terminal: Terminal): Promise<number | null> {
  const socket = connect(path)
  try {
    await once(socket, 'connect')
  } catch {
    return null
  }
  socket.write(`${JSON.stringify(request)}\n`)
  // The server finishes what it is at, and says how far it came; a second time this process ends at once.
  const leave = () => {
    socket.end()
  }
  for (const signal of STOP) process.once(signal, leave)
  try {
    for await (const line of createInterface({ input: socket })) {
      const reply = JSON.parse(line) as Reply
      if ('exit' in reply) {
        socket.destroy()
        return reply.exit
      }
      if ('out' in reply) terminal.out(reply.out)
      else if ('draw' in reply) terminal.draw(reply.draw)
      else terminal.err(reply.err)
    }
  } finally {
    // Who is asked something afterwards can end it as ever.
    for (const signal of STOP) process.off(signal, leave)
  }
  terminal.err('The server stopped before the command was done\n')
  return EXIT.unavailable
}
