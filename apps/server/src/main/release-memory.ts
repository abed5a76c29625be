import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import type { Docstore } from '@platform/docstore'
import { SERVING, setHeapGrowth } from '../runtime/heap-growth.ts'

/** The time between two checks of what the server uses. Milliseconds. */
const EVERY = 1_000
/**
 * The garbage of the start waits so long, because its collection holds up the first request by 40 ms. Threads that
 * begin with the server have begun by then: with changed settings V8 compiles Node's own modules for them anew.
 * Milliseconds.
 */
const SOON = 1_000
/** A smaller server has nothing to give back but what a rush, or its start, has left behind. Bytes. */
const LARGE = 220 * 1024 ** 2
/**
 * After a rush, and after the start, garbage is collected so many times: what clients that leave slowly held is garbage
 * only later, and V8 lets go of the code of functions that have not run for some collections.
 */
const ATTEMPTS = 4
/**
 * A server that uses the processor for less than this part of the time answers hardly anybody. To collect all garbage
 * takes 40 to 180 ms, in which nobody is answered, so it waits until the server has been quiet for so many checks.
 */
const QUIET = 1 / 30
const QUIET_CHECKS = 10
/** Above this part of the time there is a rush, after which garbage is left. */
const RUSH = 1 / 3

/**
 * Keeps the memory of a server small, and gives memory back to the machine after a rush of work. V8 collects garbage
 * when it needs room, which a server that has become idle does not.
 */
export function releaseMemoryWhenIdle(docstore: Docstore): void {
  const gc = collector()
  setTimeout(() => {
    setHeapGrowth(SERVING)
    // `bin/process-settings.js` has raised them for the start.
    setFlagsFromString('--invocation-count-for-maglev=400')
    setFlagsFromString('--invocation-count-for-maglev-osr=100')
    // Otherwise V8 collects the garbage of the start beside the first rush of requests, and then, in every second
    // start, keeps many answered requests: a shared answer took up to half as much processor time again.
    gc()
  }, SOON).unref()
  let before = process.cpuUsage()
  let collected = 0
  let attempts = ATTEMPTS
  let quiet = 0
  setInterval(() => {
    const { user, system } = process.cpuUsage(before)
    before = process.cpuUsage()
    const used = (user + system) / 1_000 / EVERY
    if (used > RUSH) attempts = ATTEMPTS
    quiet = used < QUIET ? quiet + 1 : 0
    if (quiet < QUIET_CHECKS) return
    const size = process.memoryUsage.rss()
    // Memory in use can't be given back, so later collections wait until the server has grown by a tenth.
    const isWorthIt = size >= LARGE && size >= collected * 1.1
    if (attempts === 0 && !isWorthIt) return
    quiet = 0
    attempts = Math.max(0, attempts - 1)
    docstore.releaseMemory?.()
    // Any other collection may leave up to 290 MB with V8, as pages that it has emptied and keeps for later.
    gc({ type: 'major', execution: 'sync', flavor: 'last-resort' })
    collected = process.memoryUsage.rss()
  }, EVERY).unref()
}

/** The function by which V8 collects garbage. */
function collector(): (how?: object) => void {
  setFlagsFromString('--expose-gc')
  const gc = runInNewContext('gc') as (how?: object) => void
  setFlagsFromString('--no-expose-gc')
  return gc
}
