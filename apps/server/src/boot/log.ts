import { pino, type DestinationStream, type Logger as Pino } from 'pino'

export type Log = Pino

/** One JSON object a line, on standard error; what looks like a credential is never written. */
export function createLog(level: string, destination: DestinationStream = pino.destination({ dest: 2, sync: false })): Log {
  return pino({
    level,
    base: null,
    redact: { paths: ['*.password', '*.token', '*.secret', '*.authorization', '*.cookie', 'password', 'token', 'secret'], censor: '[hidden]' },
    formatters: { level: name => ({ level: name }) },
    timestamp: pino.stdTimeFunctions.isoTime,
  }, destination)
}
