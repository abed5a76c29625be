import { AsyncLocalStorage } from 'node:async_hooks'
import process from 'node:process'
import { pathToFileURL } from 'node:url'
import type { Asked } from '../commands-in-turn.ts'

// Runs commands of the built command line one after the other, as often as its parent asks. Each of them finds the
// process as a new one is, but that modules are loaded already.

interface Running {
  stdout: string
  stderr: string
  end(exitCode: number): void
}

/** The command that runs. What still goes on of one that has ended is not heard, as if its process had ended. */
const commands = new AsyncLocalStorage<Running>()
let running: Running | undefined
let count = 0

const heard = () => (commands.getStore() === running ? running : undefined)

process.exit = ((exitCode: number | string | null = 0) => {
  const ended = heard()
  if (!ended) return
  running = undefined
  ended.end(Number(exitCode))
}) as typeof process.exit

const captured = (name: 'stdout' | 'stderr') =>
  ((text: string | Uint8Array, ...rest: unknown[]) => {
    const command = heard()
    if (command) command[name] += typeof text === 'string' ? text : Buffer.from(text).toString()
    const done = rest.at(-1)
    if (typeof done === 'function') process.nextTick(done)
    return true
  }) as typeof process.stdout.write
const writes = { stdout: captured('stdout'), stderr: captured('stderr') }

process.on('message', ({ bin, args, cwd, env }: Asked) => {
  process.chdir(cwd)
  for (const name of Object.keys(process.env)) if (!(name in env)) delete process.env[name]
  Object.assign(process.env, env)
  process.argv = [process.execPath, bin, ...args]
  // A command replaces these, too.
  process.stdout.write = writes.stdout
  process.stderr.write = writes.stderr
  const command: Running = {
    stdout: '',
    stderr: '',
    end: exitCode => process.send?.({ exitCode, stdout: command.stdout, stderr: command.stderr }),
  }
  running = command
  count++
  commands.run(command, () =>
    import(`${pathToFileURL(bin).href}?${count}`).catch((error: unknown) => {
      process.stderr.write(String(error))
      process.exit(1)
    }),
  )
})
