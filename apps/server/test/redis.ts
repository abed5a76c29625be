import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { program } from '../../../test/programs.ts'
import { freePort } from './free-port.ts'

/** What tests against Redis need. */
export const REDIS = program('redis-server')

/** A Redis server of the test's own. */
export interface RedisForTests extends AsyncDisposable {
  readonly url: string
  /** Stops the process from running, as a frozen machine does, or lets it go on. */
  signal(name: 'SIGSTOP' | 'SIGCONT'): void
  /** Sends one command, by the protocol's plain form. */
  command(line: string): Promise<void>
}

export async function startRedis(): Promise<RedisForTests> {
  const [port, folder] = [await freePort(), await mkdtemp(join(tmpdir(), 'platform-redis-'))]
  const process = spawn(
    REDIS.file,
    ['--port', String(port), '--bind', '127.0.0.1', '--dir', folder, '--save', '', '--appendonly', 'no'],
    { stdio: 'ignore' },
  )
  const deadline = performance.now() + 8_000
  while (!(await answers(port))) {
    if (performance.now() > deadline) throw new Error('redis-server did not start')
    await wait(10)
  }
  return {
    url: `redis://127.0.0.1:${port}`,
    signal: name => {
      process.kill(name)
    },
    command: line => sendCommand(port, line),
    async [Symbol.asyncDispose]() {
      const gone = once(process, 'exit')
      process.kill('SIGKILL')
      await gone
      await rm(folder, { recursive: true, force: true })
    },
  }
}

async function sendCommand(port: number, line: string): Promise<void> {
  const socket = connect(port, '127.0.0.1')
  socket.write(`${line}\r\n`)
  const [answer] = (await once(socket, 'data')) as [Buffer]
  socket.destroy()
  if (!/^[+$:]/.test(String(answer))) throw new Error(`${line} was answered with ${answer}`)
}

function answers(port: number): Promise<boolean> {
  const socket = connect(port, '127.0.0.1')
  return new Promise(resolve => socket.once('connect', () => resolve(true)).once('error', () => resolve(false))).then(
    yes => {
      socket.destroy()
      return yes as boolean
    },
  )
}
