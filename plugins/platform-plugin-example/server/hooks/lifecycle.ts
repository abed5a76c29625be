import type { LifecycleApi } from '@platform/plugin-sdk'
import type { Config } from '../config.ts'
import { tally } from '../tally.ts'

/** `init`: runs as the platform starts. Use it to open what you need, and register right away how it is closed. */
export function init({ config, log, defer }: LifecycleApi<Config>): void {
  const timer = setInterval(() => log.info({ ...tally }, 'what happened so far'), config.reportEvery)
  defer(() => clearInterval(timer))
}

/** `ready`: runs when every plugin has started. Use it for what needs the others. */
export function ready({ log, config }: LifecycleApi<Config>): void {
  log.info({ most: config.most }, 'readers can bookmark comments')
}

/** `shutdown`: runs as the platform stops. Use it to finish what must not be lost; closing belongs to `defer`. */
export function shutdown({ log }: LifecycleApi<Config>): void {
  log.info({ ...tally }, 'what happened in all')
}
