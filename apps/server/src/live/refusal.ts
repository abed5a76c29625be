import { attributionOf, describeAttribution } from '../composition/attribution.ts'
import { isExpected } from '../composition/schema/mutation-errors.ts'
import type { Log } from '../runtime/log.ts'

/** Notes why a connection was not let in: a refusal in one line, the failure of a plugin as a failure. */
export function logRefusal(error: unknown, log: Log): void {
  const place = attributionOf(error)
  if (place && !isExpected(error)) {
    log.error({ err: error, ...place }, `PLUGIN_HOOK_FAILED ${describeAttribution(place)}`)
    return
  }
  log.info(
    { reason: error instanceof Error ? error.message : String(error), ...place },
    'a live connection was refused',
  )
}
