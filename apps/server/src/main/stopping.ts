import { EXIT } from '../runtime/failure.ts'
import type { Log } from '../runtime/log.ts'
import { ignoresHangup } from './hangup.ts'

/** How long a start that is told to stop may go on before the process ends all the same. Milliseconds. */
const START_GRACE = 2_000

/** Ends the process once, in order. */
export interface Stopping {
  /** Whether the process was told to end. */
  readonly isAsked: boolean
  /** Stops with this exit code. The second time, and for a fault during the start, the process ends without order. */
  now(exitCode: number): void
  /** Says how a server that has started is stopped, and does so when that was asked for meanwhile. */
  started(stop: () => Promise<void>, log: Log): void
}

/** Stops on SIGINT and SIGTERM, and on SIGHUP unless the process was started with that ignored. */
export function stopOnSignals(): Stopping {
  let asked: number | undefined
  let end: ((exitCode: number) => void) | undefined
  const stopping: Stopping = {
    get isAsked() {
      return asked !== undefined
    },
    now(exitCode) {
      if (asked !== undefined) process.exit(EXIT.failed)
      asked = exitCode
      if (end) return end(exitCode)
      if (exitCode !== EXIT.ok) process.exit(exitCode)
      // A start may be interrupted anywhere, as a crash does it.
      setTimeout(() => {
        if (!end) process.exit(exitCode)
      }, START_GRACE)
    },
    started(stop, log) {
      end = exitCode =>
        void stop().then(
          () => process.exit(exitCode),
          (error: unknown) => {
            log.fatal({ err: error }, 'stopping failed')
            process.exit(EXIT.internal)
          },
        )
      if (asked !== undefined) end(asked)
    },
  }
  const isDetached = ignoresHangup()
  listenInstead('SIGINT', () => stopping.now(EXIT.ok))
  listenInstead('SIGTERM', () => stopping.now(EXIT.ok))
  listenInstead('SIGHUP', () => {
    if (!isDetached) stopping.now(EXIT.ok)
  })
  return stopping
}

/**
 * Replaces the listeners that the command line had while the server was being loaded. Without any listener in between
 * a signal that has arrived and was not handled yet would be lost.
 */
function listenInstead(signal: NodeJS.Signals, listener: () => void): void {
  const former = process.listeners(signal)
  process.on(signal, listener)
  for (const each of former) process.off(signal, each)
}
