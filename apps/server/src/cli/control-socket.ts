import { once } from 'node:events'
import { chmodSync, rmSync } from 'node:fs'
import { createServer, type Server, type Socket } from 'node:net'
import { createInterface } from 'node:readline'
import { parseBoundedJson } from '@platform/config'
import type { Services } from '@platform/plugin-sdk'
import { z } from 'zod'
import { describeFailure, EXIT } from '../runtime/failure.ts'
import { SERVER_VERSION } from '../runtime/version.ts'
import { asLine, type Reply, type Request } from './ask-server.ts'
import { runOperation } from './run-operation.ts'
import { openSocketPath } from './socket-path.ts'
import type { Terminal } from './terminal.ts'

const request: z.ZodType<Request> = z.object({
  name: z.string(),
  options: z.unknown(),
  columns: z.number().nullable(),
  version: z.string().optional(),
})

/** Operations whose answer is about what one version needs in the store. */
const OF_ONE_VERSION = ['migrate', 'indexes']

/** Lets commands of other processes run operations in this one. Only the user of this process can reach the socket. */
export async function openControlSocket(services: () => Services, path: string): Promise<Server> {
  rmSync(path, { force: true })
  // A command line that is interrupted ends its side, and still gets the report of what was done.
  const server = createServer({ allowHalfOpen: true }, socket => {
    serve(services(), socket).catch(() => socket.destroy())
  })
  const reachable = openSocketPath(path)
  server.once('close', () => reachable[Symbol.dispose]())
  server.listen(reachable.address)
  await once(server, 'listening')
  server.on('error', error => services().log.error({ err: error }, 'the socket for commands failed'))
  chmodSync(path, 0o600)
  return server
}

async function serve(services: Services, socket: Socket): Promise<void> {
  socket.on('error', () => socket.destroy())
  let interrupted = false
  const interrupt = () => {
    interrupted = true
  }
  socket.once('end', interrupt).once('close', interrupt)
  const { value: line } = await createInterface({ input: socket })[Symbol.asyncIterator]().next()
  if (line === undefined) {
    socket.end()
    return
  }
  const reply = (message: Reply) => {
    if (socket.writable) socket.write(asLine(message))
  }
  const asked = request.safeParse(parseLine(line))
  if (!asked.success) {
    reply({ err: 'The server does not know this request: use the command line of the same version as the server\n' })
    reply({ exit: EXIT.usage })
    socket.end()
    return
  }
  const { name, options, columns, version = 'another one' } = asked.data
  if (version !== SERVER_VERSION && OF_ONE_VERSION.includes(name)) {
    reply({
      err:
        `The server that has the store open is version ${SERVER_VERSION}, and this command is ${version}: ` +
        'stop the server, then run the command again\n',
    })
    reply({ exit: EXIT.tryAgain })
    socket.end()
    return
  }
  const terminal: Terminal = {
    out: out => reply({ out }),
    err: err => reply({ err }),
    draw: draw => reply({ draw }),
    columns,
    get interrupted() {
      return interrupted
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

/** Parses a line; `undefined` when it is no JSON, or JSON that is too deep or has too large numbers. */
function parseLine(line: string): unknown {
  try {
    return parseBoundedJson(line)
  } catch {
    return undefined
  }
}
