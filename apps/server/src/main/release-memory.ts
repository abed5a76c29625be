import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { SERVING, setHeapGrowth } from '../runtime/heap-growth.ts'

/** The time between two checks of the memory. Milliseconds. */
const EVERY = 15_000
/** The garbage of the start waits so long, because its collection holds up the first request by 40 ms. Milliseconds. */
const SOON = 1_000
/** A smaller server has nothing to give back. Bytes. */
const LARGE = 220 * 1024 ** 2
/** After a rush, garbage is collected so many times: what clients that leave slowly held is garbage only later. */
const ATTEMPTS = 4
/** A server that used the processor for less than this part of the time has time to collect its garbage. */
const IDLE = 1 / 3

/**
 * Keeps the memory of a server small, and gives memory back to the machine after a rush of work. V8 collects garbage
 * when it needs room, which a server that has become idle does not.
 */
export function releaseMemoryWhenIdle(): void {
  setHeapGrowth(SERVING)
  setFlagsFromString('--expose-gc')
  const gc = runInNewContext('gc') as (how?: object) => void
  // Otherwise V8 collects the garbage of the start beside the first rush of requests, and then, in every second start,
  // keeps many answered requests: a shared answer took up to half as much processor time again.
  setTimeout(() => gc(), SOON).unref()
  let before = process.cpuUsage()
  let collected = 0
  let attempts = 0
  setInterval(() => {
    const { user, system } = process.cpuUsage(before)
    before = process.cpuUsage()
    const size = process.memoryUsage.rss()
    const isIdle = (user + system) / 1_000 < EVERY * IDLE
    if (!isIdle) attempts = ATTEMPTS
    // Memory in use can't be given back, so later collections wait until the server has grown by a tenth.
    if (!isIdle || size < LARGE || (attempts === 0 && size < collected * 1.1)) return
    attempts = Math.max(0, attempts - 1)
    // Any other collection may leave up to 290 MB with V8, as pages that it has emptied and keeps for later.
    gc({ type: 'major', execution: 'sync', flavor: 'last-resort' })
    collected = process.memoryUsage.rss()
  }, EVERY).unref()
}
