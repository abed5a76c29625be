import { tabNameOf, tabTagOf } from '@platform/client-sdk'
import type { ServerContext } from '../../contract/context.ts'

/** The tag of the tab that readers see first; `null` for the one with all comments. */
export function firstTag({ services: { config, streamBuild } }: ServerContext): string | null {
  const first = streamBuild.parts.find(part => tabNameOf(part, 'streamTabs') === config.defaultStreamTab)
  return first ? tabTagOf(first) : null
}
