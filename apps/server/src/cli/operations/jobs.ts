import { z } from 'zod'
import type { Job } from '../../jobs/model.ts'
import { EXIT } from '../../runtime/failure.ts'
import { defineOperation } from '../operation.ts'
import { onOneLine } from '../printable.ts'

/** `platform jobs list`. The contents of jobs are not shown: mails that wait have links that sign a user in. */
export const listJobs = defineOperation({
  options: z.object({ state: z.enum(['waiting', 'running', 'dead']).optional(), json: z.boolean().default(false) }),
  async run(services, { state, json }, terminal) {
    const jobs = (await services.jobs.list(state ? { state } : {})).map(withoutContents)
    if (json) terminal.out(`${JSON.stringify(jobs)}\n`)
    else
      terminal.out(jobs.map(job => `${describe(job)}\n`).join('') || `There are no ${state ? `${state} ` : ''}jobs.\n`)
    return EXIT.ok
  },
})

function describe({ id, type, state, attempts, due_at: due, error }: ReturnType<typeof withoutContents>): string {
  const details = [...(due ? [`due ${due.toISOString()}`] : []), ...(error ? [onOneLine(error)] : [])]
  return [id, type, state, `attempts ${attempts}`, ...details].join('  ')
}

function withoutContents({ id, type, state, attempts, due_at, error, created_at, updated_at }: Job) {
  return { id, type, state, attempts, due_at, error, created_at, updated_at }
}

/** `platform jobs retry`: makes dead jobs wait for another run. */
export const retryJobs = defineOperation({
  options: z.object({ ids: z.array(z.string()).max(1_000).default([]) }),
  async run(services, { ids }, terminal) {
    const wanted = ids.length > 0 ? ids : undefined
    const count = await services.jobs.retry(wanted)
    terminal.out(`${count} ${count === 1 ? 'job runs' : 'jobs run'} again\n`)
    const unlisted = await services.jobs.unlisted(wanted)
    if (unlisted.length > 0)
      terminal.err(`Jobs of plugins that are not listed, or are disabled, stay dead: ${unlisted.join(', ')}\n`)
    return EXIT.ok
  },
})
