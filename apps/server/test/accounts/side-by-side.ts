/** Two ways of the same kind, compared by what each sample took. */
export interface Comparison {
  /**
   * How often, of all pairs, one of the second way took longer than one of the first; ties count half. Alike is one
   * half.
   */
  readonly slower: number
  /** The second median by the first. */
  readonly ratio: number
}

/** How one sample of a way is taken: a number that is larger the longer it took. */
export type Sample = () => Promise<number>

/**
 * Takes samples of several ways in turn, in an order that is another each round, so that whatever else the machine does
 * meets all of them alike. @returns each way against the first.
 */
export async function sideBySide(ways: readonly Sample[], rounds: number): Promise<Comparison[]> {
  const samples = ways.map(() => [] as number[])
  for (const way of ways) await way()
  for (let round = 0; round < rounds; round++) {
    for (let turn = 0; turn < ways.length; turn++) {
      const i = (round % 2 === 0 ? turn + round : ways.length * rounds - turn - round) % ways.length
      samples[i]!.push(await ways[i]!())
    }
  }
  const [first] = samples as [number[]]
  return samples.map(other => ({ slower: slowerOf(first, other), ratio: median(other) / median(first) }))
}

/** The processor's time of a piece of work, in microseconds: time on the clock is not ours alone. */
export async function processorTime(work: () => Promise<unknown>): Promise<number> {
  const before = process.cpuUsage()
  await work()
  const { user, system } = process.cpuUsage(before)
  return user + system
}

/** Time on the clock, in microseconds. */
export async function clockTime(work: () => Promise<unknown>): Promise<number> {
  const before = performance.now()
  await work()
  return (performance.now() - before) * 1_000
}

/** The statistic of Mann and Whitney, by all pairs. */
function slowerOf(ones: readonly number[], others: readonly number[]): number {
  let won = 0
  for (const other of others) for (const one of ones) won += other > one ? 1 : other === one ? 0.5 : 0
  return won / (ones.length * others.length)
}

function median(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b)
  return sorted[Math.floor(sorted.length / 2)]!
}
