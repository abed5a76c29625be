import pTimeout from 'p-timeout'
import type { Log } from '../runtime/log.ts'
import { backoff } from './backoff.ts'
import { type JobDefinition, JobRefused } from './definition.ts'
import { type Held, LEASE, type Leases } from './leases.ts'

const ATTEMPTS = 12
const TIMEOUT = 60_000
const LONGEST_ERROR = 500

interface Surroundings {
  readonly definition: JobDefinition
  readonly leases: Leases
  readonly log: Log
  readonly stopping: AbortSignal
}

/** Does a job that is in hand, keeps its lease meanwhile, and notes how it ended. Never rejects. */
export async function attempt(held: Held, { definition, leases, log, stopping }: Surroundings): Promise<void> {
  const { job } = held
  const about = { job: job.id, type: job.type, attempt: job.attempts }
  const limit = definition.attempts ?? ATTEMPTS
  const lost = new AbortController()
  const late = new AbortController()
  const renewal = setInterval(() => {
    leases.renew(held).then(
      ours => {
        if (!ours) lost.abort(new Error("the job is no longer this server's"))
      },
      error => log.warn({ ...about, err: error }, "a job's lease could not be renewed"),
    )
  }, LEASE / 3)

  async function work(): Promise<void> {
    if (job.attempts > limit) throw new JobRefused(`${limit} attempts ended with their server`)
    const payload = definition.payload.safeParse(job.payload)
    if (!payload.success)
      throw new JobRefused(
        `its payload is not understood: ${payload.error.issues.map(({ path, message }) => `${path.join('.')} ${message}`).join('; ')}`,
      )
    const timeout = definition.timeout ?? TIMEOUT
    const signal = AbortSignal.any([lost.signal, late.signal, stopping])
    await pTimeout(definition.run(payload.data, { id: job.id, attempt: job.attempts, signal }), {
      milliseconds: timeout,
      message: `it took longer than ${timeout / 1_000} s`,
    })
  }

  async function settle(error: unknown): Promise<void> {
    if (lost.signal.aborted) return
    if (stopping.aborted) return leases.release(held)
    const message = (error instanceof Error ? error.message : String(error)).slice(0, LONGEST_ERROR)
    if (error instanceof JobRefused || job.attempts >= limit) {
      log.error({ ...about, err: error }, 'a job is dead; `platform jobs list` shows it')
      return leases.bury(held, message)
    }
    const delay = backoff(job.attempts)
    log.warn({ ...about, reason: message, again_in: Math.round(delay / 1_000) }, 'a job failed and is tried again')
    return leases.retry(held, { error: message, delay })
  }

  try {
    await work().then(
      () => leases.finish(held),
      error => {
        late.abort(error)
        return settle(error)
      },
    )
  } catch (error) {
    log.error({ ...about, err: error }, 'how a job ended could not be stored; it will be done again')
  } finally {
    clearInterval(renewal)
  }
}
