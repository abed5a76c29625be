import { PlatformError } from '@platform/plugin-sdk'
import { isStaff } from '../../../../contract/is-staff.ts'
import type { CorePhase } from '../phase.ts'

const MINUTE = 60_000

/** Counted where all instances count, so that many requests at once are not counted as one. Edits are free. */
export const pace: CorePhase = {
  name: 'pace',
  async run({ author, settings: { commentsPerMinute: max }, comment, now, again }, { services: { kvstore } }) {
    if (max === 0 || comment !== null || again || isStaff(author)) return undefined
    const minute = Math.floor(now.getTime() / MINUTE)
    const tries = await kvstore.increment(`pace:${author.id}:${minute}`, { expiresIn: 2 * MINUTE })
    if (tries > max)
      throw new PlatformError('RATE_LIMIT_EXCEEDED', `Post at most ${max} comments a minute`, {
        status: 429,
        metadata: { tries, max },
      })
    return undefined
  },
}
