import { redactUrl } from '@platform/docstore'
import { describeFailure, EXIT } from '../runtime/failure.ts'
import { outageOf } from '../runtime/outage.ts'

/**
 * The error with which a command ends when a store goes away: a sentence and the exit code for it, in place of an error
 * of the store's driver with its stack. Every other error stays as it is.
 *
 * @param advice a sentence that says how to go on
 */
export function storeOutage(error: unknown, advice = 'Run the command again when it does'): unknown {
  const { known, exitCode, message } = describeFailure(error)
  const outage = outageOf(error)
  if (!outage || (known && exitCode !== EXIT.unavailable)) return error
  const reason = known ? message : `A store does not answer any more: ${redactUrl(outage.message)}`
  return Object.assign(new Error(`${reason}. ${advice}`), { exitCode: EXIT.unavailable })
}
