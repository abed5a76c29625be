import type { Mails } from '@platform/plugin-sdk'
import { QueueFullError } from '../../jobs/queue.ts'
import type { Log } from '../../runtime/log.ts'

/** Milliseconds after which the log says again that mails are left out. */
const LOG_AGAIN = 60_000

/** Sends mails, and leaves them out while too many wait. The log says so at most once a minute, with their number. */
export function notifyBy(send: Mails['send'], log: Log): Mails['send'] {
  let loggedAt = -Infinity
  let leftOut = 0
  return async (template, options) => {
    try {
      await send(template, options)
    } catch (error) {
      if (!(error instanceof QueueFullError)) throw error
      leftOut++
      if (performance.now() - loggedAt < LOG_AGAIN) return
      log.error({ template, leftOut }, 'mails about changes of accounts are left out: too many mails wait')
      loggedAt = performance.now()
      leftOut = 0
    }
  }
}
