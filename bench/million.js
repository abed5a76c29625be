import { median, pageOf, rate, rounded, signIn } from './lib/page.js'
import { processorTime } from './lib/processor.js'
import { startServer } from './lib/server.js'

const ROUNDS = 5
const SECONDS = 3
/** The comments of the two discussions; the years in which they were written overlap. */
const SIZES = [Number(process.env['BENCH_MILLION'] ?? 1_000_000), 1_000]

/** The page of a discussion of a million comments against one of a thousand, executed for a reader who is signed in. */
export async function million({ storeOf }) {
  const server = await startServer(await storeOf(SIZES))
  try {
    const ready = performance.now() - server.began
    const token = await signIn(server)
    const cost = async asset => {
      const before = processorTime(server.pid)
      const body = pageOf(`https://threads.example/${asset}`)
      const perSecond = await rate(`${server.url}/api/v1/graph/ql`, body, { seconds: SECONDS, connections: 4, token })
      return { time: 1_000 / perSecond, processor: (processorTime(server.pid) - before) / (perSecond * SECONDS) }
    }
    for (const asset of SIZES.keys()) await cost(asset)
    const rounds = []
    for (let round = 0; round < ROUNDS; round++) rounds.push([await cost(0), await cost(1)])
    const ratio = of => rounded(median(rounds.map(([large, small]) => large[of] / small[of])))
    return {
      [`executed page, ${SIZES[0]} comments against ${SIZES[1]}`]: {
        value: ratio('time'),
        unit: 'times the time',
        target: 'at most 1.2',
      },
      'processor time of it': { value: ratio('processor'), unit: 'times as much' },
      'executed page of the largest': { value: rounded(median(rounds.map(([large]) => large.processor))), unit: 'ms' },
      'from the start to the readiness': { value: rounded(ready, 0), unit: 'ms', target: 'under 2,000' },
    }
  } finally {
    await server.stop()
  }
}
