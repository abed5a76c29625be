import { type DestinationStream, type Logger as Pino, pino } from 'pino'
import { CENSORED, withoutSecrets } from './secrets.ts'

export type Log = Pino

/** What looks like a credential, wherever it is logged. */
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
 * One JSON object a line, on standard error; what looks like a credential, and secrets this process knows, are never
 * written.
 */
export function createLog(level: string, destination: DestinationStream = standardError()): Log {
  return pino(
    {
      level,
      base: null,
      redact: { paths: [...HIDDEN_PATHS], censor: CENSORED },
      formatters: { level: name => ({ level: name }) },
      timestamp: pino.stdTimeFunctions.isoTime,
    },
    guarded(destination),
  )
}

/** Bytes of the log that wait to be written; what comes on top is dropped. */
const MOST_UNWRITTEN = 4 * 1024 * 1024

/** A log that can't be written, because the disk is full for one, is no reason to stop answering. */
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
  // The library would try for ever, and the process could not end.
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
