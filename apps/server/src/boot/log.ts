import { pino, type DestinationStream, type Logger as Pino } from 'pino'
import { CENSORED, withoutSecrets } from './secrets.ts'

export type Log = Pino

/** What looks like a credential, wherever it is logged. */
export const HIDDEN_PATHS = ['*.password', '*.token', '*.secret', '*.authorization', '*.cookie', 'password', 'token', 'secret'] as const

/** One JSON object a line, on standard error; what looks like a credential, and secrets this process knows, are never written. */
export function createLog(level: string, destination: DestinationStream = pino.destination({ dest: 2, sync: false })): Log {
  return pino({
    level,
    base: null,
    redact: { paths: [...HIDDEN_PATHS], censor: CENSORED },
    formatters: { level: name => ({ level: name }) },
    timestamp: pino.stdTimeFunctions.isoTime,
  }, guarded(destination))
}

function guarded(destination: DestinationStream): DestinationStream {
  const { flushSync } = destination as { flushSync?(): void }
  return { write(line) { destination.write(withoutSecrets(line)) }, ...(flushSync ? { flushSync: flushSync.bind(destination) } : {}) }
}
