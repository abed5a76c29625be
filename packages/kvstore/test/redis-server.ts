import type { ChildProcess } from 'node:child_process'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import type { AddressInfo } from 'node:net'
import { connect, createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { program } from '../../../test/programs.ts'
import { until } from './until.ts'

/** What tests against Redis need. */
export const REDIS = program('redis-server')

/** A port that was free a moment ago. */
export async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  server.close()
  await once(server, 'close')
  return port
}

function answers(port: number): Promise<boolean> {
  return new Promise(resolve => {
    const socket = connect(port, '127.0.0.1')
    const finish = (yes: boolean) => {
      socket.destroy()
      resolve(yes)
    }
    socket
      .once('connect', () => socket.write('PING\r\n'))
      .once('data', () => finish(true))
      .once('error', () => finish(false))
  })
}

/** A real Redis server on a port of its own, in a folder of its own. */
export class RedisServer {
  readonly port: number
  readonly #folder = mkdtempSync(join(tmpdir(), 'kvstore-'))
  #process: ChildProcess | undefined

  constructor(port: number) {
    this.port = port
  }

  get url(): string {
    return `redis://127.0.0.1:${this.port}`
  }

  async start(): Promise<void> {
    const settings = [
      '--port',
      String(this.port),
      '--bind',
      '127.0.0.1',
      '--dir',
      this.#folder,
      '--save',
      '',
      '--appendonly',
      'no',
    ]
    this.#process = spawn(REDIS.file, settings, { stdio: 'ignore' })
    await until(() => answers(this.port))
  }

  signal(name: NodeJS.Signals): void {
    this.#process?.kill(name)
  }

  /** Sends one command, by the protocol's plain form. */
  async command(line: string): Promise<void> {
    const socket = connect(this.port, '127.0.0.1')
    socket.write(`${line}\r\n`)
    const [answer] = (await once(socket, 'data')) as [Buffer]
    socket.destroy()
    if (!/^[+$:]/.test(String(answer))) throw new Error(`${line} was answered with ${String(answer)}`)
  }

  async kill(): Promise<void> {
    if (this.#process === undefined) return
    const gone = once(this.#process, 'exit')
    this.#process.kill('SIGKILL')
    this.#process = undefined
    await gone
  }

  async stop(): Promise<void> {
    await this.kill()
    rmSync(this.#folder, { recursive: true, force: true })
  }
}

export async function startRedis(): Promise<RedisServer> {
  const server = new RedisServer(await freePort())
  await server.start()
  return server
}
