import { z } from 'zod'
import type { Job } from '../../jobs/model.ts'
import { EXIT } from '../../runtime/failure.ts'
import { defineOperation } from '../operation.ts'
import { onOneLine } from '../printable.ts'

/** `platform jobs list`. What jobs hold is not shown: links in mails let whoever has them in. */
export const listJobs = defineOperation({
  options: z.object({ state: z.enum(['waiting', 'running', 'dead']).optional(), json: z.boolean().default(false) }),
  async run(services, { state, json }, terminal) {
    const jobs = (await services.jobs.list(state ? { state } : {})).map(shown)
    if (json) terminal.out(`${JSON.stringify(jobs)}\n`)
    else
      terminal.out(
        jobs.length === 0
          ? 'Nothing is waiting.\n'
          : jobs
              .map(
                ({ id, type, state: now, attempts, due_at: due, error }) =>
                  `${id}  ${type}  ${now}  attempts ${attempts}${due ? `  due ${due.toISOString()}` : ''}${error ? `  ${onOneLine(error)}` : ''}\n`,
              )
              .join(''),
      )
    return EXIT.ok
  },
})

function shown({ id, type, state, attempts, due_at, error, created_at, updated_at }: Job) {
  return { id, type, state, attempts, due_at, error, created_at, updated_at }
}

/** `platform jobs retry`. */
export const retryJobs = defineOperation({
  options: z.object({ ids: z.array(z.string()).max(1_000).default([]) }),
  async run(services, { ids }, terminal) {
    const count = await services.jobs.retry(ids.length > 0 ? ids : undefined)
    terminal.out(`${count} ${count === 1 ? 'job is' : 'jobs are'} tried again\n`)
    return EXIT.ok
  },
})
