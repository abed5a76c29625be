import { AuthError } from '@platform/auth'
import { isDocstoreOutage } from '@platform/docstore'
import { isKvstoreOutage } from '@platform/kvstore'
import type { Logger } from 'pino'
import { causesOf } from './causes.ts'
import { oncePer } from './once-per.ts'

/** Milliseconds after which the same outage is logged again. */
const LOG_AGAIN = 60_000

interface LoggedOutage {
  readonly at: number
  /** Failures since the line was written, which have no line of their own. */
  failuresSince: number
}

/** The outages that each logger has a line of, by their code. */
const outagesOf = oncePer((_log: Logger) => new Map<string, LoggedOutage>())

/**
 * The error of a store that can't be reached or can't write now: the given error, or one of its causes; else the error
 * of a lookup that a store did not answer in time. The same may succeed in a moment.
 */
export function outageOf(error: unknown): Error | undefined {
  const causes = causesOf(error)
  for (const cause of causes)
    if (cause instanceof Error && (isDocstoreOutage(cause) || isKvstoreOutage(cause))) return cause
  const [first] = causes
  return first instanceof AuthError && first.code === 'UNAVAILABLE' ? first : undefined
}

/**
 * Logs an error. An outage of a store fails everything that needs the store, so it is logged in one line without a
 * stack, at most once a minute.
 */
export function logFailure(
  log: Logger,
  error: unknown,
  { text, ...fields }: { text: string; [field: string]: unknown },
): void {
  const outage = outageOf(error)
  if (outage) logOutage(log, outage, text)
  else log.error({ err: error, ...fields }, text)
}

/** Logs an outage in one line, at most once a minute for each store and kind of outage. */
function logOutage(log: Logger, outage: Error, text: string): void {
  const code = codeOf(outage)
  const outages = outagesOf(log)
  const now = performance.now()
  const last = outages.get(code)
  if (last && now - last.at < LOG_AGAIN) {
    last.failuresSince++
    return
  }
  outages.set(code, { at: now, failuresSince: 0 })
  const failures = last && last.failuresSince > 0 ? { failuresSince: last.failuresSince } : {}
  log.error({ code, reason: outage.message, ...failures }, text)
}

function codeOf(outage: Error): string {
  const { code } = outage as { code?: unknown }
  return typeof code === 'string' ? code : 'DOCSTORE_UNAVAILABLE'
}
