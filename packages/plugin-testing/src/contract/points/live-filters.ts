import { messageOf } from '@platform/plugin-host'
import type { LiveFilter } from '@platform/plugin-sdk'
import type { Finding } from '../finding.ts'
import type { RunningSubject } from '../subject.ts'

/** Payloads that a filter can get, because other plugins and other versions of this one publish under the same name. */
const ODD: readonly unknown[] = [null, undefined, {}, [], 'text', 0, { comment: null }]

export async function checkLiveFilters({ hooks, context }: RunningSubject): Promise<Finding[]> {
  const found: Finding[] = []
  for (const [field, setup] of Object.entries(hooks.setupFunctions ?? {})) {
    try {
      const filters: LiveFilter[] = Object.values(setup({}, {}))
      for (const { filter } of filters) if (filter) for (const payload of ODD) await filter(payload, context())
    } catch (error) {
      found.push({
        point: 'live-filters',
        message: `the filter of ${field} throws for a payload it does not expect: ${messageOf(error)}`,
        fix: 'read only fields that exist: filter: payload => payload?.comment?.asset_id === asset_id',
      })
    }
  }
  return found
}
