import type { ModerationDecision } from '@platform/plugin-sdk'
import { wordFilterOf } from '../../../settings/word-filters.ts'
import { type CorePhase, systemFlag } from '../phase.ts'

/** Banned words reject; suspect ones are flagged for moderators, and the comment goes on. */
export const wordlist: CorePhase = {
  name: 'wordlist',
  run({ body, settings }, { services: { config } }): ModerationDecision | undefined {
    const banned = wordFilterOf(settings.wordlist.banned).find(body)
    if (banned.length > 0)
      return {
        status: 'REJECTED',
        reason: `banned: ${listed(banned)}`,
        actions: [systemFlag('BANNED_WORD', { message: listed(banned), phrases: banned })],
      }
    if (config.disableAutoflagSuspectWords) return undefined
    const suspect = wordFilterOf(settings.wordlist.suspect).find(body)
    return suspect.length > 0
      ? { actions: [systemFlag('SUSPECT_WORD', { message: listed(suspect), phrases: suspect })] }
      : undefined
  },
}

const listed = (phrases: readonly string[]) => phrases.join(', ').slice(0, 400)
