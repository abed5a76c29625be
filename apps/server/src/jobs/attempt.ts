import { setTimeout as wait } from 'node:timers/promises'
import pTimeout from 'p-timeout'
import type { Log } from '../runtime/log.ts'
import { logFailure, outageOf } from '../runtime/outage.ts'
import { NonRetryableError, type Work } from './definition.ts'
import { LEASE, type LeasedJob, type Leases } from './leases.ts'
import { waitAfter } from './waits.ts'

const ATTEMPTS = 12
const TIMEOUT = 60_000
const LONGEST_ERROR = 500
/** How long to wait for a store that was away. Milliseconds. */
const STORED_AGAIN = 1_000
/** How long before the end of its lease a job is told that no renewal succeeded. Milliseconds. */
const EARLY = 2_000

interface Surroundings {
  readonly work: Work
  readonly leases: Leases
  readonly log: Log
  readonly stopping: AbortSignal
}

/** Runs a leased job, renews its lease while it runs, and stores the outcome. The promise never rejects. */
export async function attempt(leased: LeasedJob, { work, leases, log, stopping }: Surroundings): Promise<void> {
  const about = { ...work.about, job: leased.job.id, type: leased.job.type, attempt: leased.job.attempts }
  const lost = new AbortController()
  const late = new AbortController()
  const stopRenewing = keepLease(leased, {
    leases,
    onLost: () => lost.abort(new Error('another server has the lease of the job now')),
    // What a job has done by then may still be stored: no other server need have begun it.
    onEnd: () => late.abort(new Error("the job's lease ends, because it could not be renewed")),
    onError: error => logFailure(log, error, { ...about, text: UNRENEWED }),
  })
  const ended = AbortSignal.any([lost.signal, stopping])
  try {
    await perform(leased, work, AbortSignal.any([ended, late.signal])).then(
      () => untilStored(() => leases.finish(leased), { ended, log, about }),
      error => {
        late.abort(error)
        if (lost.signal.aborted) return undefined
        return stopping.aborted ? leases.release(leased) : storeFailure(leased, error, { work, leases, log, about })
      },
    )
  } catch (error) {
    logFailure(log, error, { ...about, text: 'the outcome of a job could not be stored, so the job runs again' })
  } finally {
    stopRenewing()
  }
}

/** Stores that a job is done, also when the store is away for a while, because it must not be done again. */
async function untilStored(
  store: () => Promise<void>,
  { ended, log, about }: { readonly ended: AbortSignal; readonly log: Log; readonly about: object },
): Promise<void> {
  for (;;)
    try {
      return await store()
    } catch (error) {
      if (ended.aborted || !outageOf(error)) throw error
      logFailure(log, error, { ...about, text: 'that a job is done could not be stored, and is tried again' })
      await wait(STORED_AGAIN, undefined, { signal: ended })
    }
}

const UNRENEWED = "a job's lease could not be renewed"

interface Keeping extends Pick<Surroundings, 'leases'> {
  /** Another server has the lease. */
  onLost(): void
  /** The lease ends in a moment, and another server may take it. */
  onEnd(): void
  onError(error: unknown): void
}

/** Renews a lease again and again. @returns the function that stops it. */
function keepLease(leased: LeasedJob, { leases, onLost, onEnd, onError }: Keeping): () => void {
  const endOf = (since: number) => setTimeout(onEnd, since + LEASE - EARLY - performance.now()).unref()
  let end = endOf(performance.now())
  let isStopped = false
  const renewal = setInterval(() => {
    const since = performance.now()
    leases.renew(leased).then(ours => {
      if (isStopped) return
      clearTimeout(end)
      if (ours) end = endOf(since)
      else onLost()
    }, onError)
  }, LEASE / 3)
  return () => {
    isStopped = true
    clearInterval(renewal)
    clearTimeout(end)
  }
}

async function perform({ job }: LeasedJob, work: Work, signal: AbortSignal): Promise<void> {
  const { attempts: limit = ATTEMPTS, timeout = TIMEOUT } = work
  if (job.attempts > limit) throw new NonRetryableError(`${limit} attempts ended with their server`)
  await pTimeout(work.perform(job.payload, { id: job.id, attempt: job.attempts, signal }), {
    milliseconds: timeout,
    message: `it took longer than ${timeout / 1_000} s`,
  })
}

/** Stores when the next attempt begins, or gives the job up. */
async function storeFailure(
  leased: LeasedJob,
  error: unknown,
  { work, leases, log, about }: Pick<Surroundings, 'work' | 'leases' | 'log'> & { about: object },
): Promise<void> {
  const { attempts } = leased.job
  const message = (error instanceof Error ? error.message : String(error)).slice(0, LONGEST_ERROR)
  if (isRefusal(error) || attempts >= (work.attempts ?? ATTEMPTS)) {
    log.error({ ...about, err: error }, 'a job is given up; `platform jobs list` shows why')
    return leases.giveUp(leased, message)
  }
  const delay = waitAfter(attempts, work.backoff)
  log.warn({ ...about, reason: message, again_in: Math.round(delay / 1_000) }, 'a job failed and is tried again')
  return leases.retry(leased, { error: message, delay })
}

/** The name is compared too, because a plugin may have its own copy of the class. */
function isRefusal(error: unknown): boolean {
  return error instanceof NonRetryableError || (error instanceof Error && error.name === 'NonRetryableError')
}
