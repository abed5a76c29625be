import { type TrustRecord, trustOf } from '@platform/trust'
import { type CorePhase, systemFlag } from '../phase.ts'

/** Somebody whose comments were rejected too often is looked at first, until enough of them were approved. */
export const karma: CorePhase = {
  name: 'karma',
  run({ author }, { services: { config } }) {
    const trust = trustOf(author.metadata['trust'] as TrustRecord | undefined, config.trustThresholds)
    if (trust.commenter !== false) return undefined
    const message = `karma ${trust.commenterKarma}`
    return {
      status: 'SYSTEM_WITHHELD',
      reason: message,
      actions: [systemFlag('TRUST', { message, karma: trust.commenterKarma })],
    }
  },
}
