import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdir, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import { expect } from 'vitest'
import type { DevEvent } from '../../src/cli/dev/screen.ts'
import { freePort } from '../free-port.ts'

const BIN = fileURLToPath(new URL('../../bin/platform.js', import.meta.url))
const PATIENCE = 30_000

export interface DevServer extends AsyncDisposable {
  readonly url: string
  readonly events: readonly DevEvent[]
  /** Waits for the next event of this kind that no call has returned yet. */
  next<Kind extends DevEvent['event']>(event: Kind): Promise<Extract<DevEvent, { event: Kind }>>
  kill(signal: NodeJS.Signals): void
  /** The exit code, once the process has ended. */
  readonly ended: Promise<number | null>
  /** Standard error so far. */
  readonly log: () => string
}

/** Writes files into a folder, by their paths from it. */
export async function write(folder: string, files: Readonly<Record<string, string>>): Promise<void> {
  for (const [file, text] of Object.entries(files)) {
    await mkdir(dirname(join(folder, file)), { recursive: true })
    await writeFile(join(folder, file), text)
  }
}

/** Starts `platform dev --json` in a folder. */
export async function startDev(cwd: string, env: Readonly<Record<string, string>> = {}): Promise<DevServer> {
  const port = await freePort()
  const child = spawn(
    process.execPath,
    ['--disable-warning=ExperimentalWarning', BIN, 'dev', '--json', '--port', String(port)],
    { cwd, env: { PATH: process.env['PATH'] ?? '', HOME: cwd, HOST: '127.0.0.1', ...env } },
  )
  const events: DevEvent[] = []
  const given = new Set<DevEvent>()
  let log = ''
  child.stderr.on('data', data => {
    log += String(data)
  })
  createInterface({ input: child.stdout }).on('line', line => events.push(JSON.parse(line) as DevEvent))
  const ended = once(child, 'close').then(([code]) => code as number | null)
  return {
    url: `http://127.0.0.1:${port}`,
    events,
    ended,
    log: () => log,
    kill: signal => {
      child.kill(signal)
    },
    async next(event) {
      const find = () => events.find(each => each.event === event && !given.has(each))
      await expect.poll(find, { timeout: PATIENCE, interval: 5, message: log }).toBeDefined()
      const found = find()
      if (found) given.add(found)
      return found as never
    },
    async [Symbol.asyncDispose]() {
      if (child.exitCode === null && child.signalCode === null) child.kill('SIGKILL')
      await ended
    },
  }
}
