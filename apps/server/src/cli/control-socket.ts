import { createHash } from 'node:crypto'
import { chmodSync, rmSync } from 'node:fs'
import { connect, createServer, type Server, type Socket } from 'node:net'
import { once } from 'node:events'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { createInterface } from 'node:readline'
import { describeFailure, EXIT } from '../boot/failure.ts'
import type { Platform } from '../boot/platform.ts'
import { runOperation } from './run-operation.ts'
import type { Terminal } from './terminal.ts'

/** What a command line asks a running server to do. */
export interface Request { readonly name: string; readonly options: unknown; readonly columns: number | null }

type Reply = { readonly out: string } | { readonly err: string } | { readonly exit: number }

/** The longest path a socket may have on every system. */
const LONGEST_PATH = 100

/** The socket beside an embedded store's file; `null` for stores that several processes may open. */
export function controlSocketPath(docstoreUrl: string): string | null {
  if (!docstoreUrl.startsWith('sqlite:')) return null
  const path = `${resolve(docstoreUrl.slice('sqlite:'.length))}.sock`
  return path.length <= LONGEST_PATH ? path : join(tmpdir(), `platform-${createHash('sha256').update(path).digest('hex').slice(0, 24)}.sock`)
}

/** Lets command lines run their operations in this process. Only this user can reach the socket. */
export async function openControlSocket(platform: Platform, path: string): Promise<Server> {
  rmSync(path, { force: true })
  const server = createServer(socket => { serve(platform, socket).catch(() => socket.destroy()) })
  server.listen(path)
  await once(server, 'listening')
  chmodSync(path, 0o600)
  return server
}

async function serve(platform: Platform, socket: Socket): Promise<void> {
  socket.on('error', () => socket.destroy())
  const { value: line } = await createInterface({ input: socket })[Symbol.asyncIterator]().next()
  if (line === undefined) return
  const { name, options, columns } = JSON.parse(line) as Request
  const reply = (message: Reply) => { if (socket.writable) socket.write(`${JSON.stringify(message)}\n`) }
  const terminal: Terminal = { out: out => reply({ out }), err: err => reply({ err }), columns, get gone() { return socket.destroyed } }
  try {
    reply({ exit: await runOperation(platform, { name, options }, terminal) })
  } catch (error) {
    const { message, exitCode } = describeFailure(error)
    reply({ err: `${message}\n` })
    reply({ exit: exitCode })
  }
  socket.end()
}

/** Asks a running server to run an operation. @returns its exit code, or `null` when no server listens there. */
export async function askServer(path: string, request: Request, terminal: Terminal): Promise<number | null> {
  const socket = connect(path)
  try {
    await once(socket, 'connect')
  } catch {
    return null
  }
  socket.write(`${JSON.stringify(request)}\n`)
  for await (const line of createInterface({ input: socket })) {
    const reply = JSON.parse(line) as Reply
    if ('exit' in reply) { socket.destroy(); return reply.exit }
    if ('out' in reply) terminal.out(reply.out)
    else terminal.err(reply.err)
  }
  terminal.err('The server stopped before the command was done\n')
  return EXIT.unavailable
}
