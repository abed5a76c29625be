import { type Logger, PlatformError } from '@platform/plugin-sdk'
import { AuthorizationResponseError, ClientError, ResponseBodyError } from 'openid-client'

/**
 * Makes the error for a user whose sign-in at a provider failed. The provider's own words are logged and never shown,
 * because an attacker can put any words into an address.
 */
export function failureOf(error: unknown, provider: string, log: Logger): PlatformError {
  if (error instanceof PlatformError) return error
  if (error instanceof AuthorizationResponseError) {
    if (error.error === 'access_denied')
      return new PlatformError('PROVIDER_DENIED', 'You did not agree to sign in there, and nothing has changed', {
        status: 400,
      })
    log.warn({ provider, answer: short(error.error) }, 'a provider sent a user back with an error')
    return new PlatformError('PROVIDER_DENIED', 'The other service did not sign you in', { status: 400, cause: error })
  }
  if (isOfCallback(error) || ['invalid_grant', 'bad_verification_code'].includes(codeIn(error) ?? '')) {
    return new PlatformError('PROVIDER_ANSWER_INVALID', 'The answer of the other service is not valid; begin again', {
      status: 400,
      cause: error,
    })
  }
  log.warn({ provider, reason: reasonOf(error) }, 'a provider did not identify the user')
  return new PlatformError('PROVIDER_FAILED', 'The other service does not answer as it should; try again later', {
    status: 502,
    cause: error,
  })
}

/**
 * Says whether the fault is in the address that the user came back to, which an attacker can make, and not in the
 * provider's answer to this server.
 */
export function isOfCallback(error: unknown): boolean {
  if (!(error instanceof ClientError) || error.code !== 'OAUTH_INVALID_RESPONSE') return false
  const about = aboutOf(error)
  return about === undefined || (typeof about === 'object' && about !== null && 'parameters' in about)
}

/** Reads the code of a provider's refusal. Some providers refuse with a status of success. */
export function codeIn(error: unknown): string | null {
  if (error instanceof ResponseBodyError) return error.error
  const { body } = (aboutOf(error) ?? {}) as { body?: { error?: unknown } }
  return typeof body?.error === 'string' ? body.error : null
}

/** Reads the facts of an error of the library, which are in another error that it wraps. */
function aboutOf(error: unknown): unknown {
  return (error as { cause?: { cause?: unknown } } | undefined)?.cause?.cause
}

/** Joins codes and messages of the library. It omits the bodies of answers, because they may contain tokens. */
export function reasonOf(error: unknown): string {
  const {
    name = 'Error',
    code,
    message = '',
    cause,
  } = error as { name?: string; code?: unknown; message?: string; cause?: { code?: unknown } }
  return [name, code, codeIn(error), message, cause?.code, cause instanceof Error ? cause.message : null]
    .filter(part => typeof part === 'string' && part !== '')
    .map(part => short(part as string))
    .join(': ')
}

function short(text: string): string {
  return text.replace(/[^\x20-\x7e]/g, '?').slice(0, 200)
}
