import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { faults } from './faults.ts'
import { openWorkload } from './workload.ts'

/**
 * Kills a built server several times while many users write. @returns the number of operations, and the wrong counts
 * that are found afterwards.
 */
export async function surviveKills({
  kills,
  operations,
  seed,
}: {
  kills: number
  operations: number
  seed: number
}): Promise<{ done: number; wrong: unknown[] }> {
  const directory = await mkdtemp(join(tmpdir(), 'platform-killed-'))
  let done = 0
  try {
    for (let kill = 0; kill < kills; kill++)
      done += await runUntilKilled(directory, { seed: seed + kill, enough: operations + ((kill * 13) % 29) })
    await using platform = await openWorkload(directory)
    await platform.services.jobs.idle()
    return { done, wrong: await faults(platform.services.docstore) }
  } finally {
    await rm(directory, { recursive: true, force: true })
  }
}

async function runUntilKilled(directory: string, { seed, enough }: { seed: number; enough: number }): Promise<number> {
  const program = fileURLToPath(new URL('programs/operate-until-killed.ts', import.meta.url))
  const child = spawn(process.execPath, ['--disable-warning=ExperimentalWarning', program, directory, String(seed)], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  let done = 0
  child.stdout.on('data', (chunk: Buffer) => {
    done += chunk.length
    if (done >= enough) child.kill('SIGKILL')
  })
  const [code] = (await once(child, 'close')) as [number | null]
  if (code !== null) throw new Error(`it ended by itself with ${code}`)
  return done
}
