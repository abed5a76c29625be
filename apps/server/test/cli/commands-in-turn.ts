import { type ChildProcess, fork } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { afterAll } from 'vitest'
import { BIN, type Ended, type Place } from './command.ts'

const PROGRAM = fileURLToPath(new URL('programs/commands-in-turn.ts', import.meta.url))

/** What the process is asked to run. */
export interface Asked {
  readonly bin: string
  readonly args: readonly string[]
  readonly cwd: string
  readonly env: Readonly<Record<string, string>>
}

/**
 * Runs commands of the built command line in one process, for tests that are not about the process: most of what a
 * command takes is to load the server. It ends with the test file. A module of a plugin that it has loaded stays as it
 * was, so a test that changes one runs the command in a process of its own.
 */
export function commandsInTurn(): (args: readonly string[], place: Place) => Promise<Ended> {
  let child: ChildProcess | undefined
  let last: Promise<unknown> = Promise.resolve()
  afterAll(() => {
    child?.kill('SIGKILL')
  })
  return (args, { cwd, env = {} }) => {
    const next = last.then(async () => {
      child ??= start()
      const asked: Asked = { bin: BIN, args, cwd, env: { PATH: process.env['PATH'] ?? '', HOME: cwd, ...env } }
      return answerOf(child, asked)
    })
    last = next.catch(() => {})
    return next
  }
}

/** Starts the process without a terminal, also where tests run at one. */
function start(): ChildProcess {
  const child = fork(PROGRAM, { execArgv: ['--disable-warning=ExperimentalWarning'], env: {}, silent: true })
  child.stdin?.end()
  // What it prints besides the output of commands tells why it ended.
  child.stdout?.resume()
  child.stderr?.pipe(process.stderr)
  return child
}

function answerOf(child: ChildProcess, asked: Asked): Promise<Ended> {
  return new Promise((resolve, reject) => {
    const ended = (code: number | null) => reject(new Error(`the process of the commands ended with ${code}`))
    child.once('exit', ended).once('message', answer => {
      child.off('exit', ended)
      resolve(answer as Ended)
    })
    child.send(asked)
  })
}
