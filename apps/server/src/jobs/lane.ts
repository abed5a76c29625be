import { setTimeout as wait } from 'node:timers/promises'
import type { Clock } from '../runtime/clock.ts'
import type { Log } from '../runtime/log.ts'
import { attempt } from './attempt.ts'
import type { JobDefinition } from './definition.ts'
import type { Leases } from './leases.ts'

const CONCURRENCY = 2
/** The longest a job is overlooked when the message about it was lost. Milliseconds. */
const LONGEST_SLEEP = 60_000
/** Before looking again when the store did not answer. */
const AFTER_FAILURE = 5_000
/** How long handlers may take to notice that they must stop. */
const LAST_WORDS = 1_000

/** Does the jobs of one type, so that a slow kind never holds up another. */
export interface Lane {
  readonly type: string
  start(): void
  /** Looks for jobs now, and sleeps until the next one is due when there are none. */
  wake(): void
  /** Resolves once nothing is due and nothing runs. */
  idle(): Promise<void>
  /** Takes no more; what runs may finish within `grace` milliseconds, then it is given back. */
  stop(grace: number): Promise<void>
}

export function createLane({
  definition,
  leases,
  clock,
  log,
}: {
  definition: JobDefinition
  leases: Leases
  clock: Clock
  log: Log
}): Lane {
  const most = definition.concurrency ?? CONCURRENCY
  const running = new Set<Promise<void>>()
  const stopping = new AbortController()
  let open = false
  let again = false
  let looking: Promise<void> | undefined
  let timer: NodeJS.Timeout | undefined

  function begin(held: Parameters<typeof attempt>[0]): void {
    const done = attempt(held, { definition, leases, log, stopping: stopping.signal }).finally(() => {
      running.delete(done)
      wake()
    })
    running.add(done)
  }

  async function look(): Promise<void> {
    do {
      again = false
      while (open && running.size < most) {
        const held = await leases.take()
        if (!held) break
        begin(held)
      }
    } while (again)
    // With every place taken there is nothing to wait for: whoever ends looks again.
    if (open && running.size < most) sleep(await leases.next())
  }

  function sleep(until: Date | null): void {
    const delay = until === null ? LONGEST_SLEEP : until.getTime() - clock.now().getTime()
    again_in(Math.min(Math.max(delay, 1), LONGEST_SLEEP))
  }

  function again_in(delay: number): void {
    clearTimeout(timer)
    if (open) timer = setTimeout(wake, delay).unref()
  }

  function wake(): void {
    if (!open) return
    if (looking) {
      again = true
      return
    }
    clearTimeout(timer)
    looking = look()
      .catch(error => {
        log.error({ err: error, type: definition.type }, 'jobs could not be looked for')
        again_in(AFTER_FAILURE)
      })
      .finally(() => {
        looking = undefined
        if (again) wake()
      })
  }

  return {
    type: definition.type,
    wake,
    start() {
      open = true
      wake()
    },
    async idle() {
      for (;;) {
        while (looking || running.size > 0) {
          await looking
          await Promise.all(running)
        }
        const next = open ? await leases.next() : null
        if (next === null || next > clock.now()) return
        wake()
      }
    },
    async stop(grace) {
      open = false
      clearTimeout(timer)
      await looking
      const finished = Promise.all(running)
      await Promise.race([finished, wait(grace, undefined, { ref: false })])
      stopping.abort(new Error('the server is being stopped'))
      // What does not even listen to that keeps its lease until it runs out: nobody else may begin it before.
      await Promise.race([finished, wait(LAST_WORDS, undefined, { ref: false })])
    },
  }
}
