import { type Mails, PlatformError } from '@platform/plugin-sdk'
import { QueueFullError } from '../../jobs/queue.ts'
import type { Log } from '../../runtime/log.ts'

/** Milliseconds after which the log says again that mails are left out. */
const LOG_AGAIN = 60_000

/**
 * Sends mails, and leaves them out while too many wait, or if the address is none. That too many wait is in the log at
 * most once a minute, with the number of those that were left out.
 */
export function notifyBy(send: Mails['send'], log: Log): Mails['send'] {
  let loggedAt = -Infinity
  let leftOut = 0
  return async (template, options) => {
    try {
      await send(template, options)
    } catch (error) {
      // An address from a time with other rules, or from an import, may be none to which a mail can be sent.
      if (error instanceof PlatformError && error.code === 'EMAIL_INVALID')
        return log.warn({ template }, 'a mail is left out: the address of the account is no e-mail address')
      if (!(error instanceof QueueFullError)) throw error
      leftOut++
      if (performance.now() - loggedAt < LOG_AGAIN) return
      log.error({ template, leftOut }, 'mails about changes of accounts are left out: too many mails wait')
      loggedAt = performance.now()
      leftOut = 0
    }
  }
}
