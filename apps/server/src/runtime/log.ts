import { type DestinationStream, type Logger as Pino, pino } from 'pino'
import { loggedError } from './logged-error.ts'
import { outageOf } from './outage.ts'
import { CENSORED, withoutSecrets } from './secrets.ts'

export type Log = Pino

/** The paths of values that look like credentials; their values are never logged. */
export const HIDDEN_PATHS = [
  '*.password',
  '*.token',
  '*.secret',
  '*.authorization',
  '*.cookie',
  'password',
  'token',
  'secret',
] as const

/**
 * Makes a log that writes one JSON object a line to standard error, without values that look like credentials and
 * without the secrets that this process knows.
 */
export function createLog(level: string, destination: DestinationStream = standardError()): Log {
  return pino(
    {
      level,
      base: null,
      redact: { paths: [...HIDDEN_PATHS], censor: CENSORED },
      serializers: { err: described },
      formatters: { level: name => ({ level: name }) },
      timestamp: pino.stdTimeFunctions.isoTime,
    },
    guarded(destination),
  )
}

/** Makes such a log for a process that ends at once: a line is written when the call returns. */
export function createLastLog(level: string): Log {
  return createLog(level, pino.destination({ dest: 2, sync: true }))
}

/** An outage of a store comes up everywhere, and its stack says nothing about its cause. */
function described(error: unknown): unknown {
  const outage = outageOf(error)
  if (!(error instanceof Error) || !outage) return loggedError(error)
  const { code } = outage as { code?: unknown }
  return { type: outage.name, message: error.message, ...(code === undefined ? {} : { code }) }
}

/** The most bytes of the log that wait to be written; further lines are dropped. */
const MOST_UNWRITTEN = 4 * 1024 * 1024

/** Standard error as a log that never stops the server, even when it can't be written, for example to a full disk. */
function standardError(): DestinationStream {
  const destination = pino.destination({ dest: 2, sync: false, maxLength: MOST_UNWRITTEN })
  const flush = destination.flushSync.bind(destination)
  let failing = false
  destination
    .on('error', () => {
      failing = true
    })
    .on('write', () => {
      failing = false
    })
  // Without this check the library would retry forever, and the process could not end.
  destination.flushSync = () => {
    if (!failing) flush()
  }
  return destination
}

function guarded(destination: DestinationStream): DestinationStream {
  const { flushSync } = destination as { flushSync?(): void }
  return {
    write(line) {
      destination.write(withoutSecrets(line))
    },
    ...(flushSync ? { flushSync: flushSync.bind(destination) } : {}),
  }
}
