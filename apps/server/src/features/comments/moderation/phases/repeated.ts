import { saidOf } from '../../said.ts'
import { type CorePhase, systemFlag } from '../phase.ts'

const DAY = 86_400_000

export const repeated: CorePhase = {
  name: 'repeated',
  async run({ body, author, settings, comment, now }, { services: { commentsReader } }) {
    if (!settings.premodRepeatedEnable) return undefined
    const said = saidOf(body)
    if (said === null) return undefined
    const before = await commentsReader.saidBefore(author.id, { said, since: new Date(now.getTime() - DAY) })
    const times = before.filter(id => id !== comment?.id).length
    if (times === 0) return undefined
    const message = `posted ${times === 1 ? 'once' : `${times} times`} before within a day`
    return { status: 'SYSTEM_WITHHELD', reason: message, actions: [systemFlag('REPEATED', { message })] }
  },
}
