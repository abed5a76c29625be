import { execFile } from 'node:child_process'
import { copyFile, mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { describeThreads, writeCopies, writeDiscussionsOf, writeSyntheticThreads } from './threads.js'

const run = promisify(execFile)

export const ROOT = fileURLToPath(new URL('../..', import.meta.url))
export const PLATFORM = join(ROOT, 'apps/server/bin/platform.js')
/** Signs the tokens of benchmarks. */
export const SECRET = 'a secret of the benchmarks, 32 bytes or more'
/** Preloaded, it leaves behind what a process used. */
export const USAGE = new URL('usage.js', import.meta.url).href

/** A folder with the threads and, once asked for, a store that holds them; gone when closed. */
export async function createWorkplace() {
  const folder = await mkdtemp(join(tmpdir(), 'platform-bench-'))
  const given = process.env['BENCH_THREADS']
  const threads = given ?? (await writeSyntheticThreads(join(folder, 'threads.ndjson')))
  const { assets, comments } = await describeThreads(threads)
  let loaded
  let copies = 0

  return {
    threads,
    assets,
    comments,
    data:
      `${comments} comments in ${assets.length} discussions, ` +
      `${given ? 'real' : 'made up (BENCH_THREADS=<file> for real ones)'}`,
    /** A file with the threads so many times over, each time as other comments of other people in other discussions. */
    copies: times => writeCopies(threads, join(folder, `times-${times}.ndjson`), times),
    fresh: () => join(folder, `empty-${copies++}.db`),
    /** The path of a store of one's own that holds the threads. */
    async store() {
      loaded ??= importInto(threads, join(folder, 'loaded.db'))
      const path = join(folder, `copy-${copies++}.db`)
      await copyFile(await loaded, path)
      return path
    },
    /** The path of a store with discussions of so many comments each. */
    async storeOf(sizes) {
      const path = join(folder, `sizes-${copies++}.db`)
      return importInto(await writeDiscussionsOf(`${path}.ndjson`, sizes), path)
    },
    /** A file of discussions of so many comments each. */
    threadsOf: sizes => writeDiscussionsOf(join(folder, `sizes-${copies++}.ndjson`), sizes),
    /** Imports a file into the stores that such settings name. */
    importTo: (settings, file) => platform(join(folder, `import-${copies++}`), ['import', 'threads', file], settings),
    close: () => rm(folder, { recursive: true, force: true }),
  }
}

async function importInto(threads, path) {
  await platform(path, ['import', 'threads', threads])
  return path
}

/** Runs a command on a store; `usage` is what `process.resourceUsage()` said at its end. */
export async function platform(path, args, settings) {
  const left = `${path}.usage`
  const env = environment(path, { BENCH_USAGE: left, ...settings })
  const { stdout } = await run(process.execPath, ['--import', USAGE, PLATFORM, ...args], {
    cwd: ROOT,
    env,
    maxBuffer: 64 * 1024 * 1024,
  })
  return { stdout, usage: JSON.parse(await readFile(left, 'utf8')) }
}

/** Only what a server needs: no setting of this shell leaks into a figure. */
export function environment(path, extra = {}) {
  const inherited = Object.entries(process.env).filter(
    ([name]) => !/^(PLATFORM_|TRUST_|NODE_ENV|NODE_OPTIONS|PORT$)/.test(name),
  )
  return {
    ...Object.fromEntries(inherited),
    PLATFORM_DOCSTORE_URL: `sqlite:${path}`,
    PLATFORM_KVSTORE_URL: 'memory:',
    PLATFORM_JWT_SECRET: SECRET,
    // The load generator asks as one user, more than one user may.
    PLATFORM_GRAPHQL_BUDGET: '1000000000',
    PLATFORM_GRAPHQL_ANSWER_BUDGET: '100000',
    ...extra,
  }
}
