import { pino, type DestinationStream, type Logger as Pino } from 'pino'

export type Log = Pino

/** What looks like a credential, wherever it is logged. */
export const HIDDEN_PATHS = ['*.password', '*.token', '*.secret', '*.authorization', '*.cookie', 'password', 'token', 'secret'] as const
export const CENSORED = '[hidden]'

/** One JSON object a line, on standard error; what looks like a credential is never written. */
export function createLog(level: string, destination: DestinationStream = pino.destination({ dest: 2, sync: false })): Log {
  return pino({
    level,
    base: null,
    redact: { paths: [...HIDDEN_PATHS], censor: CENSORED },
    formatters: { level: name => ({ level: name }) },
    timestamp: pino.stdTimeFunctions.isoTime,
  }, destination)
}
