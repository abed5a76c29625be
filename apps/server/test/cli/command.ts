import { type ChildProcessWithoutNullStreams, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'

export const BIN = fileURLToPath(new URL('../../bin/platform.js', import.meta.url))

export interface Place {
  readonly cwd: string
  readonly env?: Readonly<Record<string, string>>
}

export interface Ended {
  readonly exitCode: number | null
  readonly stdout: string
  readonly stderr: string
}

/** An empty folder to run commands in. */
export async function emptyFolder(): Promise<{ readonly path: string } & AsyncDisposable> {
  const path = await mkdtemp(join(tmpdir(), 'platform-cli-'))
  return { path, [Symbol.asyncDispose]: () => rm(path, { recursive: true, force: true }) }
}

function launch(
  args: readonly string[],
  { cwd, env = {} }: Place,
): { child: ChildProcessWithoutNullStreams; ended: Promise<Ended>; output: { stdout: string; stderr: string } } {
  const child = spawn(process.execPath, ['--disable-warning=ExperimentalWarning', BIN, ...args], {
    cwd,
    env: { PATH: process.env['PATH'] ?? '', HOME: cwd, ...env },
  })
  const output = { stdout: '', stderr: '' }
  child.stdout.on('data', data => {
    output.stdout += String(data)
  })
  child.stderr.on('data', data => {
    output.stderr += String(data)
  })
  return {
    child,
    output,
    ended: once(child, 'close').then(([exitCode]) => ({ exitCode: exitCode as number | null, ...output })),
  }
}

/** Runs a command of the built command line to its end. */
export function platform(args: readonly string[], place: Place): Promise<Ended> {
  return launch(args, place).ended
}

/** Runs a command, and presses Ctrl-C as soon as it says something. */
export function interrupted(args: readonly string[], place: Place, said: string): Promise<Ended> {
  const { child, ended, output } = launch(args, place)
  let pressed = false
  child.stderr.on('data', () => {
    if (pressed || !output.stderr.includes(said)) return
    pressed = true
    child.kill('SIGINT')
  })
  return ended
}

/** Runs a command, and sends it a signal as soon as something has begun. */
export async function stoppedWhen(
  args: readonly string[],
  place: Place,
  { begun, signal }: { readonly begun: () => Promise<boolean>; readonly signal: NodeJS.Signals },
): Promise<Ended> {
  const { child, ended } = launch(args, place)
  while (child.exitCode === null && !(await begun())) await delay(5)
  child.kill(signal)
  return ended
}

export interface Server extends AsyncDisposable {
  readonly pid: number
  /** What it printed until it was up. */
  readonly said: string
  /** The text of its log so far. */
  readonly log: string
  readonly url: string
  stop(signal: NodeJS.Signals): void
  readonly ended: Promise<Ended>
}

/** Starts a server and waits until it says that it listens. */
export async function serve({ cwd, env = {}, port }: Place & { readonly port: number }): Promise<Server> {
  const { child, ended, output } = launch(['serve'], { cwd, env: { PORT: String(port), HOST: '127.0.0.1', ...env } })
  const listening = new Promise<void>(resolve =>
    child.stdout.on('data', () => {
      if (output.stdout.includes('Listening on')) resolve()
    }),
  )
  await Promise.race([
    listening,
    ended.then(({ stderr }) => {
      throw new Error(`the server ended: ${stderr}`)
    }),
  ])
  return {
    ended,
    pid: child.pid ?? 0,
    url: `http://127.0.0.1:${port}`,
    said: output.stdout,
    get log() {
      return output.stderr
    },
    stop: signal => {
      child.kill(signal)
    },
    async [Symbol.asyncDispose]() {
      if (child.exitCode === null && child.signalCode === null) child.kill('SIGKILL')
      await ended
    },
  }
}
