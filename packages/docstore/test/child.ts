import { type ChildProcess, spawn } from 'node:child_process'
import { fileURLToPath } from 'node:url'

/** Starts a program of `test/programs`; its lines come as they are printed. */
export function startProgram(
  name: string,
  parameters: readonly string[],
  prefix: readonly string[] = [],
): { child: ChildProcess; lines: string[] } {
  const program = fileURLToPath(new URL(`programs/${name}`, import.meta.url))
  const command = [
    ...prefix,
    process.execPath,
    '--conditions=@platform/source',
    '--disable-warning=ExperimentalWarning',
    program,
    ...parameters,
  ]
  const child = spawn(command[0] as string, command.slice(1), { stdio: ['ignore', 'pipe', 'inherit'] })
  const lines: string[] = []
  let rest = ''
  child.stdout?.on('data', (chunk: Buffer) => {
    const parts = (rest + chunk.toString()).split('\n')
    rest = parts.pop() ?? ''
    lines.push(...parts)
  })
  return { child, lines }
}

/** Resolves when a child has ended and all it printed has arrived. */
export function ended(child: ChildProcess): Promise<number | null> {
  return new Promise(resolve => child.once('close', resolve))
}

/** Resolves when the condition is true. */
export async function until(condition: () => boolean, milliseconds = 10_000): Promise<void> {
  const deadline = Date.now() + milliseconds
  while (!condition()) {
    if (Date.now() > deadline) throw new Error(`Still not so after ${milliseconds} ms`)
    await new Promise(resolve => setTimeout(resolve, 5))
  }
}
