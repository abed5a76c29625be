import type { ScheduledJob } from '@platform/plugin-sdk'
import { tally } from '../tally.ts'

/** `jobs`: work at times of the day, by one of all servers, or later than the request that asks for it. */
const report: ScheduledJob = {
  schedule: '0 7 * * MON',
  run: ({ scheduledAt }, { log }) => {
    log.info({ week: scheduledAt.toISOString(), ...tally }, 'the week of this server')
  },
}

export const jobs = { 'platform-plugin-example.report': report }
