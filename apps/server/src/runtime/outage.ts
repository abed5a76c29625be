import { isDocstoreOutage } from '@platform/docstore'
import { isKvstoreOutage } from '@platform/kvstore'
import type { Logger } from 'pino'

/** Milliseconds after which the same outage is logged again. */
const TELL_AGAIN = 60_000

interface Told {
  readonly at: number
  /** Failures since the line was written. */
  untold: number
}

const toldBy = new WeakMap<Logger, Map<string, Told>>()

/** The error by which a store says that it can't be used just now: the error itself, or a cause of it. */
export function outageOf(error: unknown): Error | undefined {
  let found = error
  for (let depth = 0; depth < 5 && found instanceof Error; depth++) {
    if (isDocstoreOutage(found) || isKvstoreOutage(found)) return found
    found = found.cause
  }
  return undefined
}

/**
 * Logs what failed. An outage of a store fails everything that needs the store, so it is logged in one line without a
 * stack, at most once a minute.
 */
export function logFailure(
  log: Logger,
  error: unknown,
  { text, ...fields }: { text: string; [field: string]: unknown },
): void {
  const outage = outageOf(error)
  if (outage) logOutage(log, outage, text)
  else log.error({ err: loggable(error), ...fields }, text)
}

/** A frozen error is copied, because the log sets a property of the errors that it writes. */
export function loggable(error: unknown): unknown {
  return error instanceof Error && !Object.isExtensible(error)
    ? { type: error.name, message: error.message, stack: error.stack }
    : error
}

/** Logs an outage in one line, at most once a minute for each store and kind of outage. */
export function logOutage(log: Logger, outage: Error, text: string): void {
  const code = codeOf(outage)
  const told = toldBy.get(log) ?? new Map<string, Told>()
  toldBy.set(log, told)
  const now = performance.now()
  const last = told.get(code)
  if (last && now - last.at < TELL_AGAIN) {
    last.untold++
    return
  }
  told.set(code, { at: now, untold: 0 })
  log.error({ code, reason: outage.message, ...(last?.untold ? { failuresSince: last.untold } : {}) }, text)
}

function codeOf(outage: Error): string {
  const { code } = outage as { code?: unknown }
  return typeof code === 'string' ? code : 'DOCSTORE_UNAVAILABLE'
}
