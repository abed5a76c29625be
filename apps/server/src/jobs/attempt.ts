import pTimeout from 'p-timeout'
import type { Log } from '../runtime/log.ts'
import { backoff } from './backoff.ts'
import { JobRefused, type Work } from './definition.ts'
import { type Held, LEASE, type Leases } from './leases.ts'

const ATTEMPTS = 12
const TIMEOUT = 60_000
const LONGEST_ERROR = 500

interface Surroundings {
  readonly work: Work
  readonly leases: Leases
  readonly log: Log
  readonly stopping: AbortSignal
}

/** Does a job that is in hand, keeps its lease meanwhile, and notes how it ended. Never rejects. */
export async function attempt(held: Held, { work, leases, log, stopping }: Surroundings): Promise<void> {
  const about = { ...work.about, job: held.job.id, type: held.job.type, attempt: held.job.attempts }
  const lost = new AbortController()
  const late = new AbortController()
  const renewal = keepLease(held, { leases, lost, onError: err => log.warn({ ...about, err }, UNRENEWED) })
  try {
    await perform(held, work, AbortSignal.any([lost.signal, late.signal, stopping])).then(
      () => leases.finish(held),
      error => {
        late.abort(error)
        if (lost.signal.aborted) return undefined
        return stopping.aborted ? leases.release(held) : noteFailure(held, error, { work, leases, log, about })
      },
    )
  } catch (error) {
    log.error({ ...about, err: error }, 'how a job ended could not be stored; it will be done again')
  } finally {
    clearInterval(renewal)
  }
}

const UNRENEWED = "a job's lease could not be renewed"

function keepLease(
  held: Held,
  { leases, lost, onError }: { leases: Leases; lost: AbortController; onError: (error: unknown) => void },
): NodeJS.Timeout {
  return setInterval(() => {
    leases.renew(held).then(ours => {
      if (!ours) lost.abort(new Error("the job is no longer this server's"))
    }, onError)
  }, LEASE / 3)
}

async function perform({ job }: Held, work: Work, signal: AbortSignal): Promise<void> {
  const { attempts: limit = ATTEMPTS, timeout = TIMEOUT } = work
  if (job.attempts > limit) throw new JobRefused(`${limit} attempts ended with their server`)
  await pTimeout(work.perform(job.payload, { id: job.id, attempt: job.attempts, signal }), {
    milliseconds: timeout,
    message: `it took longer than ${timeout / 1_000} s`,
  })
}

/** Plans another attempt, or gives up. */
async function noteFailure(
  held: Held,
  error: unknown,
  { work, leases, log, about }: Pick<Surroundings, 'work' | 'leases' | 'log'> & { about: object },
): Promise<void> {
  const { attempts } = held.job
  const message = (error instanceof Error ? error.message : String(error)).slice(0, LONGEST_ERROR)
  if (isRefusal(error) || attempts >= (work.attempts ?? ATTEMPTS)) {
    log.error({ ...about, err: error }, 'a job is given up; `platform jobs list` shows why')
    return leases.bury(held, message)
  }
  const delay = backoff(attempts, work.backoff)
  log.warn({ ...about, reason: message, again_in: Math.round(delay / 1_000) }, 'a job failed and is tried again')
  return leases.retry(held, { error: message, delay })
}

/** By its name too, because a plugin may have its own copy of the class. */
function isRefusal(error: unknown): boolean {
  return error instanceof JobRefused || (error instanceof Error && error.name === 'JobRefused')
}
