import { readdir, readFile, stat } from 'node:fs/promises'
import { join } from 'node:path'
import type { Server } from '../../apps/server/test/cli/command.ts'
import { acknowledged, type Ledger } from './ledger.ts'
import type { Site } from './site.ts'

/** What a server was like at one moment. */
export interface Gauges {
  readonly seconds: number
  readonly posts: number
  /** Megabytes of resident memory. */
  readonly resident: number
  readonly files: number
  /** Milliseconds by which the event loop was late in the last second, the 99th percentile. */
  readonly loop: number
  /** Megabytes of the embedded store, and of its write-ahead log. */
  readonly store: number
  readonly log: number
}

const MEGABYTE = 1024 * 1024

export async function readGauges(
  { pid }: Server,
  { site, ledger, since }: { readonly site: Site; readonly ledger: Ledger; readonly since: number },
): Promise<Gauges> {
  const status = await readFile(`/proc/${pid}/status`, 'utf8')
  const size = async (name: string) => (await stat(join(site.folder, name))).size / MEGABYTE
  return {
    seconds: Math.round((performance.now() - since) / 1_000),
    posts: acknowledged(ledger),
    resident: Number(/^VmRSS:\s+(\d+) kB/m.exec(status)?.[1]) / 1024,
    files: (await readdir(`/proc/${pid}/fd`)).length,
    loop: Number(await readFile(join(site.folder, 'loop-delay'), 'utf8')),
    store: await size('platform.db'),
    log: await size('platform.db-wal'),
  }
}

/** The most that a server may take, whatever it was like before. */
const MOST = { resident: 400, loop: 500, log: 76 }
/** How much greater the middle of the last third may be than that of the second one, which a warm server gave. */
const GROWTH = { resident: 1.15, files: 1.1 }

/** Compares the gauges of a soak. @returns what grew, or was too much, in words. */
export function driftOf(gauges: readonly Gauges[]): string[] {
  const third = Math.floor(gauges.length / 3)
  const [second, last] = [gauges.slice(third, 2 * third), gauges.slice(2 * third)]
  const wrong: string[] = []
  for (const name of ['resident', 'files'] as const) {
    const [before, after] = [middle(second, name), middle(last, name)]
    if (after > before * GROWTH[name]) wrong.push(`${name} grew from ${Math.round(before)} to ${Math.round(after)}`)
  }
  for (const name of ['resident', 'loop', 'log'] as const) {
    const usual = middle(last, name)
    if (usual > MOST[name]) wrong.push(`${name} is ${Math.round(usual)}, at most ${MOST[name]} is right`)
  }
  const [early, late] = [bytesOfPost(second), bytesOfPost(last)]
  if (late > early * 1.5) wrong.push(`a post takes ${late.toFixed(3)} MB of the store, before ${early.toFixed(3)}`)
  return wrong
}

function middle(gauges: readonly Gauges[], name: keyof Gauges): number {
  const sorted = gauges.map(each => each[name]).toSorted((a, b) => a - b)
  return sorted[sorted.length >> 1] ?? 0
}

function bytesOfPost(gauges: readonly Gauges[]): number {
  const [first, last] = [gauges[0]!, gauges.at(-1)!]
  return (last.store + last.log - first.store - first.log) / Math.max(1, last.posts - first.posts)
}

/** One line of a table. */
export function lineOf({ seconds, posts, resident, files, loop, store, log }: Gauges): string {
  const texts = [seconds, posts, resident, files, loop, store, log].map(value => String(Math.round(value)).padStart(9))
  return `${texts.join('')}\n`
}

export const HEAD = ['seconds', 'posts', 'resident', 'files', 'loop', 'store', 'log']
  .map(name => name.padStart(9))
  .join('')
