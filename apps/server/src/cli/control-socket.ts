import { once } from 'node:events'
import { chmodSync, rmSync } from 'node:fs'
import { createServer, type Server, type Socket } from 'node:net'
import { createInterface } from 'node:readline'
import { parseBoundedJson } from '@platform/config'
import type { Services } from '@platform/plugin-sdk'
import { z } from 'zod'
import { describeFailure, EXIT } from '../runtime/failure.ts'
import type { Reply, Request } from './ask-server.ts'
import { runOperation } from './run-operation.ts'
import type { Terminal } from './terminal.ts'

const request: z.ZodType<Request> = z.object({ name: z.string(), options: z.unknown(), columns: z.number().nullable() })

/** Lets command lines run their operations in this process. Only this user can reach the socket. */
export async function openControlSocket(services: Services, path: string): Promise<Server> {
  rmSync(path, { force: true })
  // Whoever has had enough ends their side, and still hears what was done.
  const server = createServer({ allowHalfOpen: true }, socket => {
    serve(services, socket).catch(() => socket.destroy())
  })
  server.listen(path)
  await once(server, 'listening')
  server.on('error', error => services.log.error({ err: error }, 'a command could not reach this server'))
  chmodSync(path, 0o600)
  return server
}

async function serve(services: Services, socket: Socket): Promise<void> {
  socket.on('error', () => socket.destroy())
  let gone = false
  socket
    .once('end', () => {
      gone = true
    })
    .once('close', () => {
      gone = true
    })
  const { value: line } = await createInterface({ input: socket })[Symbol.asyncIterator]().next()
  if (line === undefined) return void socket.end()
  const reply = (message: Reply) => {
    if (socket.writable) socket.write(`${JSON.stringify(message)}\n`)
  }
  const asked = request.safeParse(valueOf(line))
  if (!asked.success) {
    reply({ err: 'This is no command that a command line of this version sends\n' })
    reply({ exit: EXIT.usage })
    return void socket.end()
  }
  const { name, options, columns } = asked.data
  const terminal: Terminal = {
    out: out => reply({ out }),
    err: err => reply({ err }),
    draw: draw => reply({ draw }),
    columns,
    get gone() {
      return gone
    },
  }
  try {
    reply({ exit: await runOperation(services, { name, options }, terminal) })
  } catch (error) {
    const { message, exitCode } = describeFailure(error)
    reply({ err: `${message}\n` })
    reply({ exit: exitCode })
  }
  socket.end()
}

/** What a line says; nothing, for what is no JSON or beyond its bounds. */
function valueOf(line: string): unknown {
  try {
    return parseBoundedJson(line)
  } catch {
    return undefined
  }
}
