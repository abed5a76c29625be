import { PlatformError } from '@platform/plugin-sdk'
import { isClosed } from '../../../assets/model.ts'
import type { CorePhase } from '../phase.ts'

export const assetClosed: CorePhase = {
  name: 'assetClosed',
  run({ asset, settings, now }) {
    if (!isClosed(asset, now)) return undefined
    throw new PlatformError('COMMENTING_CLOSED', 'This discussion is closed', {
      metadata: { closedMessage: asset.closedMessage ?? settings.closedMessage },
    })
  },
}
