import { normalise } from '@platform/trust'
import { systemFlag, type CorePhase } from '../phase.ts'

const DAY = 86_400_000
/** Comments of the author that are looked at: the latest. */
const MOST = 100
/** Shorter texts are said again and again by honest people. */
const SHORTEST = 20

const plain = (body: string | null) => normalise(body ?? '').replace(/\s+/gu, ' ').trim()

export const repeated: CorePhase = {
  name: 'repeated',
  async run({ body, author, settings, comment, now }, { platform: { services } }) {
    if (!settings.premodRepeatedEnable) return undefined
    const text = plain(body)
    if (text.length < SHORTEST) return undefined
    const before = await services.commentsReader.latestOf(author.id, { since: new Date(now.getTime() - DAY), limit: MOST })
    const times = before.filter(other => other.id !== comment?.id && plain(other.body) === text).length
    if (times === 0) return undefined
    const message = `posted ${times === 1 ? 'once' : `${times} times`} before within a day`
    return { status: 'SYSTEM_WITHHELD', reason: message, actions: [systemFlag('REPEATED', { message })] }
  },
}
