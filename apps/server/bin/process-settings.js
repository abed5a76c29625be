import { availableParallelism } from 'node:os'
import process from 'node:process'
import { setFlagsFromString } from 'node:v8'

/**
 * What glibc is told. It keeps what threads free in areas of their own; with a single one a server is 10 MB smaller.
 * Blocks of this size and above are given back to the system when they are freed; glibc would raise the limit with each
 * of them, and 5 MB of freed blocks would stay between others.
 */
const VARIABLES = { MALLOC_ARENA_MAX: '1', MALLOC_MMAP_THRESHOLD_: '131072' }
/** What Node is told. Of the halves for young objects, V8's own choice takes 20 to 50 MB more under load. */
const OPTIONS = { '--max-semi-space-size': 16, '--v8-pool-size': v8Threads(availableParallelism()) }
/**
 * After so many calls V8 compiles a function for the first time; by itself it does so after 400, and 100 for one that
 * is still running. It does so in threads of its own, and what these free while modules load stays between other
 * blocks, 3 to 15 MB. `main/release-memory.ts` sets V8's values again once the server is ready.
 */
const CALLS_DURING_START = 2_500

/**
 * Starts the process anew, under the same id, with the settings that keep a server small and quick to answer, and that
 * only a start can make. What an operator has set stays.
 */
export function applyProcessSettings() {
  // A process that was forked would lose its channel.
  if (process.platform !== 'linux' || !process.execve || process.connected) return
  for (const flag of ['maglev', 'maglev-osr'])
    setFlagsFromString(`--invocation-count-for-${flag}=${CALLS_DURING_START}`)
  const { env, execArgv, execPath, argv } = process
  const given = [...(env['NODE_OPTIONS'] ?? '').split(' '), ...execArgv].map(nameOf)
  const options = Object.entries(OPTIONS)
    .filter(([name]) => !given.includes(name))
    .map(([name, value]) => `${name}=${value}`)
  if (options.length === 0 && Object.keys(VARIABLES).every(name => env[name] !== undefined)) return
  process.execve(execPath, [execPath, ...execArgv, ...options, ...argv.slice(1)], { ...VARIABLES, ...env })
}

/**
 * How many threads V8 collects garbage and compiles with. They are four by default, and here fewer on a machine with
 * fewer than five cores, so that the thread that answers has a core: on two cores it waited up to 50 ms with four of
 * them and 40 with one, at the same processor time.
 *
 * @param {number} cores how many the process may use
 */
export function v8Threads(cores) {
  return Math.min(4, Math.max(1, cores - 1))
}

/** The name of an option, which may also be written with underscores. */
function nameOf(option) {
  return option.split('=', 1)[0].replaceAll('_', '-')
}
