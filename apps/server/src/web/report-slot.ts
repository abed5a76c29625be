import type { Services } from '@platform/plugin-sdk'
import type { RenderOptions } from '@platform/stream'

/** Names the plugin in the log and in the inventory when its component throws. Its place stays empty. */
export const reportSlot =
  ({ log, partFailures }: Pick<Services, 'log' | 'partFailures'>): NonNullable<RenderOptions['onFailure']> =>
  failure => {
    const { plugin, version, slot, error } = failure
    log.error({ plugin, version, slot, err: error }, `the slot ${slot} stays empty, because ${plugin} threw in it`)
    partFailures.note(failure, 'server')
  }
