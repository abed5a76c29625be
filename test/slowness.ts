/** What `work` takes on the machine for which the limits of the tests are written. Milliseconds of processor time. */
const USUAL = 1.1
const TURNS = 20

const ROWS = Array.from({ length: 200 }, (_, at) => ({
  id: `c${at}`,
  body: 'The canal was full of water again last week & nobody <saw> it. '.repeat(4),
  user: { name: `reader ${at}`, tags: ['news', 'canal'] },
}))

/** Work like that of a server: it parses, walks and escapes, and makes garbage. */
const work = () => written(JSON.parse(JSON.stringify(ROWS)))

const ESCAPED: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;' }

function written(node: unknown): string {
  if (typeof node === 'string') return node.replace(/[&<>]/g, character => ESCAPED[character]!)
  if (Array.isArray(node)) return node.map(written).join('')
  return Object.entries(node as object)
    .map(([name, value]) => `<p class="${name}">${written(value)}</p>`)
    .join('')
}

/** How many times longer work takes here and now than on the machine for which the limits are written; at least 1. */
function slowness(): number {
  const before = process.threadCpuUsage()
  for (let turn = 0; turn < TURNS; turn++) work()
  const { user, system } = process.threadCpuUsage(before)
  return Math.max(1, (user + system) / 1_000 / TURNS / USUAL)
}

interface Measurement {
  /** The first ones don't count, because nothing is compiled yet. */
  readonly warm: number
  readonly samples: number
  /** Resolves to milliseconds of processor time. */
  readonly measure: () => number | Promise<number>
}

/**
 * The median of what is measured, as it would be on the machine for which the limits are written. A processor that is
 * shared with other machines takes up to twice as long for the same work, from one moment to the next, and counts that
 * as processor time; so the same work is timed before and after each sample.
 *
 * @param name what is measured, for the output of the test
 */
export async function atUsualSpeed(name: string, { warm, samples, measure }: Measurement): Promise<number> {
  const times: number[] = []
  let slow = slowness()
  for (let turn = 0; turn < warm + samples; turn++) {
    const before = slow
    const measured = await measure()
    slow = slowness()
    if (turn >= warm) times.push(measured / Math.max(before, slow))
  }
  const median = times.toSorted((one, other) => one - other)[samples >> 1]!
  console.log(`${name}: ${median.toFixed(1)} ms of processor time at usual speed`)
  return median
}
