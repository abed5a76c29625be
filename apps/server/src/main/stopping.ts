import { EXIT } from '../runtime/failure.ts'
import type { Log } from '../runtime/log.ts'
import { ignoresHangup } from './hangup.ts'

/** The time that a start has to finish after it was interrupted, before the process ends anyway. Milliseconds. */
const START_GRACE = 2_000
/** Within this time a second SIGINT belongs to the first: who ends a group of processes signals some of them twice. */
const SAME = 1_000

/** A server that has failed ends after this time also when what failed holds up its stop. Milliseconds. */
export const FAULT_GRACE = 30_000

/** Ends the process once, in order. */
export interface Stopping {
  /** Whether the process got a signal to end, or failed. */
  readonly isAsked: boolean
  /** Stops with this exit code. A later fault, and a fault during the start, end the process immediately. */
  now(exitCode: number): void
  /** Sets how a started server is stopped. When `now` was called during the start, the server is stopped now. */
  started(stop: () => Promise<void>, log: Log): void
}

/**
 * Stops on SIGINT and SIGTERM, and on SIGHUP unless the process was started with that ignored. Further signals change
 * nothing, because service managers and launchers send several; only a later SIGINT, as a person presses Ctrl-C again,
 * ends the process immediately.
 */
export function stopOnSignals(): Stopping {
  let requested: number | undefined
  let end: ((exitCode: number) => void) | undefined
  const stopping: Stopping = {
    get isAsked() {
      return requested !== undefined
    },
    now(exitCode) {
      if (requested !== undefined) {
        if (exitCode !== EXIT.ok) process.exit(exitCode)
        return
      }
      requested = exitCode
      if (end) return end(exitCode)
      if (exitCode !== EXIT.ok) process.exit(exitCode)
      // A start may be interrupted anywhere, as a crash does it.
      setTimeout(() => {
        if (!end) process.exit(exitCode)
      }, START_GRACE)
    },
    started(stop, log) {
      end = exitCode => {
        if (exitCode !== EXIT.ok)
          setTimeout(() => {
            log.fatal('the server did not stop in time after it failed')
            process.exit(exitCode)
          }, FAULT_GRACE)
        void stop().then(
          () => process.exit(exitCode),
          (error: unknown) => {
            log.fatal({ err: error }, 'stopping failed')
            process.exit(EXIT.internal)
          },
        )
      }
      if (requested !== undefined) end(requested)
    },
  }
  const isDetached = ignoresHangup()
  let interrupted: number | undefined
  listenInstead('SIGINT', () => {
    const now = performance.now()
    if (requested !== undefined && now - (interrupted ?? now) > SAME) process.exit(EXIT.failed)
    interrupted ??= now
    stopping.now(EXIT.ok)
  })
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
