import { fork, type Serializable } from 'node:child_process'

/** The limits of work in a process of its own. */
export interface ApartLimits {
  /** The time of the process from start to end. */
  readonly milliseconds: number
  /** The memory of the process, with what Node.js itself needs. */
  readonly megabytes: number
  /** The memory of the work's objects, above which it fails. */
  readonly heapMegabytes: number
}

/**
 * Has a process of its own work on a message, and resolves to its answer, unchecked; to `null` when it can't answer
 * within its limits. The file calls `workApart` with the same limits. It is a process, because a thread that runs out
 * of memory can end its process.
 */
export async function runApart(
  file: URL,
  { message, milliseconds }: Pick<ApartLimits, 'milliseconds'> & { readonly message: Serializable },
): Promise<unknown> {
  // The process gets no environment, because it may hold secrets. It keeps its limits itself; the timeout is for one
  // that can't start.
  const apart = fork(file, {
    execArgv: [],
    env: {},
    serialization: 'advanced',
    stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
    timeout: milliseconds + 1_000,
    killSignal: 'SIGKILL',
  })
  const { promise, resolve } = Promise.withResolvers<unknown>()
  apart
    .once('message', resolve)
    .on('error', () => resolve(null))
    .once('exit', () => resolve(null))
  apart.send(message, error => {
    if (error) resolve(null)
  })
  try {
    return await promise
  } finally {
    apart.kill('SIGKILL')
  }
}
