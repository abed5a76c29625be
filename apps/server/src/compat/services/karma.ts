import type { User } from '@platform/plugin-sdk'
import { reliability, type TrustRecord, type TrustThresholds, trustOf } from '@platform/trust'
import { currentConfig, currentServices } from '../../runtime/current-services.ts'

import { karmaUpdate } from '../../runtime/user-record.ts'

type Kind = keyof TrustThresholds

/** The karma of users, for plugins that import `services/karma`. */
export const karma = {
  get THRESHOLDS(): TrustThresholds {
    return currentConfig().trustThresholds
  },
  /** `true` for reliable, `false` for unreliable, `null` for neither; `trust` is `user.metadata.trust`. */
  isReliable: (kind: Kind, trust: TrustRecord | undefined): boolean | null =>
    reliability(trust?.[kind]?.karma ?? 0, karma.THRESHOLDS[kind]),
  model: ({ metadata }: Pick<User, 'metadata'>) =>
    trustOf(metadata['trust'] as TrustRecord | undefined, karma.THRESHOLDS),
  /** Adds to the karma of a user. A moderator's decision does so by itself. */
  async modifyUser(id: string, step: number, kind: Kind): Promise<void> {
    const { docstore, revisions } = currentServices()
    if (!Number.isFinite(step)) throw new TypeError(`karma is changed by a number, not by ${String(step)}`)
    await docstore.collection<User>('users').updateOne({ id }, karmaUpdate(kind, step))
    revisions.bump('users')
  },
}

export default karma
export { karma as 'module.exports' }
