import type { Services } from '@platform/plugin-sdk'
import type { RenderOptions } from '@platform/stream'

/** Names the plugin in the log when its component throws. The place of the component stays empty. */
export const reportSlot =
  (log: Services['log']): NonNullable<RenderOptions['onFailure']> =>
  ({ plugin, version, slot, error }) =>
    log.error({ plugin, version, slot, err: error }, `the slot ${slot} stays empty, because ${plugin} threw in it`)
