import { PlatformError } from '@platform/plugin-sdk'
import type { CorePhase } from '../phase.ts'

export const commentingDisabled: CorePhase = {
  name: 'commentingDisabled',
  run({ settings }) {
    if (!settings.disableCommenting) return undefined
    throw new PlatformError('COMMENTING_DISABLED', 'Commenting is switched off', {
      metadata: { message: settings.disableCommentingMessage },
    })
  },
}
