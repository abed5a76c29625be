/** What `work` takes on the machine for which the limits of the tests are written. Milliseconds of processor time. */
const USUAL = 1.1
const TURNS = 20
const SAMPLES = 5
/** The first ones are slower, because nothing is compiled yet. */
const WARM = 3

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

/**
 * How many times longer work takes here and now than on the machine for which the limits of the tests are written; at
 * least 1. A processor that is shared with other machines takes up to twice as long for the same work, and counts that
 * as processor time. Ask once before what is measured and once after it.
 */
export function slowness(): number {
  const times = Array.from({ length: WARM + SAMPLES }, () => {
    const before = process.threadCpuUsage()
    for (let turn = 0; turn < TURNS; turn++) work()
    const { user, system } = process.threadCpuUsage(before)
    return (user + system) / 1_000 / TURNS
  })
  const sorted = times.slice(WARM).toSorted((one, other) => one - other)
  return Math.max(1, sorted[SAMPLES >> 1]! / USUAL)
}
