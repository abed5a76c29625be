import { chmodSync, rmSync } from 'node:fs'
import { createServer, type Server, type Socket } from 'node:net'
import { once } from 'node:events'
import { createInterface } from 'node:readline'
import { describeFailure } from '../boot/failure.ts'
import type { Platform } from '../boot/platform.ts'
import type { Reply, Request } from './ask-server.ts'
import { runOperation } from './run-operation.ts'
import type { Terminal } from './terminal.ts'

/** Lets command lines run their operations in this process. Only this user can reach the socket. */
export async function openControlSocket(platform: Platform, path: string): Promise<Server> {
  rmSync(path, { force: true })
  // Whoever has had enough ends their side, and still hears what was done.
  const server = createServer({ allowHalfOpen: true }, socket => { serve(platform, socket).catch(() => socket.destroy()) })
  server.listen(path)
  await once(server, 'listening')
  chmodSync(path, 0o600)
  return server
}

async function serve(platform: Platform, socket: Socket): Promise<void> {
  socket.on('error', () => socket.destroy())
  let gone = false
  socket.once('end', () => { gone = true }).once('close', () => { gone = true })
  const { value: line } = await createInterface({ input: socket })[Symbol.asyncIterator]().next()
  if (line === undefined) return void socket.end()
  const { name, options, columns } = JSON.parse(line) as Request
  const reply = (message: Reply) => { if (socket.writable) socket.write(`${JSON.stringify(message)}\n`) }
  const terminal: Terminal = { out: out => reply({ out }), err: err => reply({ err }), draw: draw => reply({ draw }), columns, get gone() { return gone } }
  try {
    reply({ exit: await runOperation(platform, { name, options }, terminal) })
  } catch (error) {
    const { message, exitCode } = describeFailure(error)
    reply({ err: `${message}\n` })
    reply({ exit: exitCode })
  }
  socket.end()
}
