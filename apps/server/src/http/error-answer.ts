import { AuthError } from '@platform/auth'
import { isReadTooLong } from '@platform/docstore'
import type { PlatformError } from '@platform/plugin-sdk'
import { attributionOf, describeAttribution } from '../composition/attribution.ts'
import { isExpected } from '../composition/schema/mutation-errors.ts'
import { causesOf, readable, writable } from '../runtime/causes.ts'
import type { Log } from '../runtime/log.ts'
import { logFailure, outageOf } from '../runtime/outage.ts'
import { withoutSecrets } from '../runtime/secrets.ts'
import { type ShownCause, shownCause } from './shown-cause.ts'

/** The form in which clients see an error. */
export interface ErrorAnswer {
  readonly status: number
  readonly code: string
  readonly message: string
  readonly metadata: Readonly<Record<string, unknown>>
  /** What failed, for the authors of plugins; not in the answers of `platform serve`. */
  readonly cause?: ShownCause
}

/** The request of an error, and where the error is written down. */
export interface AboutError {
  readonly log: Log
  readonly request: string
  /** Whether the answer shows the inside of the server. */
  readonly showsCauses: boolean
}

/** The codes of the statuses that the HTTP layer gives itself. */
const CODES: Record<number, string> = {
  400: 'BAD_REQUEST',
  404: 'NOT_FOUND',
  405: 'METHOD_NOT_ALLOWED',
  413: 'PAYLOAD_TOO_LARGE',
  415: 'UNSUPPORTED_MEDIA_TYPE',
  501: 'METHOD_NOT_ALLOWED',
}

/** The delay before another attempt when a store is not available. Seconds. */
export const RETRY_AFTER = 5

/**
 * Clients see expected errors as they are, a read that was given up as READ_TOO_LONG, and an outage of a store as
 * UNAVAILABLE. Every other error becomes INTERNAL, or PLUGIN_FAILED when a plugin threw it, and is logged once with the
 * request's id.
 */
export function answerError(thrown: unknown, { log, request, showsCauses }: AboutError): ErrorAnswer {
  const error = readable(thrown)
  if (isExpected(error)) {
    const { status = 400, metadata = {} } = error as Partial<PlatformError>
    const { translation_key: code, message } = error
    return {
      status: isStatus(status) ? status : 400,
      code,
      message: withoutSecrets(message),
      metadata: writable(metadata),
    }
  }
  if (causesOf(error).some(isReadTooLong)) {
    log.warn({ request, reason: (error as Error).message }, 'READ_TOO_LONG: a read was given up at its deadline')
    return {
      status: 503,
      code: 'READ_TOO_LONG',
      message: 'This takes longer than the server may read for one request; ask for less, such as a longer text',
      metadata: {},
    }
  }
  if (outageOf(error)) {
    logFailure(log, error, { text: 'UNAVAILABLE: requests are refused, because a store cannot be used' })
    return {
      status: 503,
      code: 'UNAVAILABLE',
      message: error instanceof AuthError ? error.message : 'This does not work just now; try again in a moment',
      metadata: { retryAfter: RETRY_AFTER },
    }
  }
  const { status, expose, message } = (error ?? {}) as { status?: number; expose?: boolean; message?: string }
  if (expose === true && isStatus(status) && status < 500)
    return { status, code: CODES[status] ?? 'BAD_REQUEST', message: withoutSecrets(message ?? ''), metadata: {} }
  const attribution = attributionOf(error)
  const where = attribution
    ? `PLUGIN_HOOK_FAILED ${describeAttribution(attribution)} (request ${request})`
    : `INTERNAL (request ${request})`
  log.error({ err: error, request, ...attribution }, where)
  return {
    // A plugin that asks another service, such as a provider, may answer as a gateway does.
    status: attribution && (status === 502 || status === 504) ? status : 500,
    code: attribution ? 'PLUGIN_FAILED' : 'INTERNAL',
    message: 'Something went wrong here',
    metadata: {},
    ...(showsCauses ? { cause: shownCause(error, attribution) } : {}),
  }
}

/** Whether an error names a status that an answer to a failure may have. */
function isStatus(status: unknown): status is number {
  return Number.isInteger(status) && Number(status) >= 400 && Number(status) < 600
}
