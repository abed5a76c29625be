import { startBare } from './lib/bare.js'
import { median, pageOf, rate, rounded, signIn } from './lib/page.js'
import { startServer } from './lib/server.js'

const ROUNDS = 5

/** One page of the largest thread against one of small threads: shared, and executed anew for a signed-in user. */
export async function threadSizes({ assets, store }) {
  const path = await store()
  const server = await startServer(path)
  const endpoint = `${server.url}/api/v1/graph/ql`
  const token = await signIn(server)
  const filling = assets.filter(({ roots, comments }) => roots >= 20 && comments >= 60).at(-1)
  const [largest, smallest, full] = [assets[0], assets.at(-1), filling].map(({ url }) => pageOf(url))
  const shared = { seconds: 3 }
  const executed = { seconds: 3, connections: 4, token }
  const bare = await Promise.all(
    [largest, smallest].map((body, index) => startBare(endpoint, body, `${path}.${index}.json`)),
  )
  const fromBare = index => rate(bare[index].url, [largest, smallest][index], shared)
  try {
    for (const body of [largest, smallest, full])
      for (const options of [shared, executed]) await rate(endpoint, body, { ...options, seconds: 1 })
    const ratios = { shared: [], bare: [], executed: [], cost: [] }
    for (let round = 0; round < ROUNDS; round++) {
      ratios.shared.push((await rate(endpoint, smallest, shared)) / (await rate(endpoint, largest, shared)))
      ratios.bare.push((await fromBare(1)) / (await fromBare(0)))
      const cost = await rate(endpoint, largest, executed)
      ratios.executed.push((await rate(endpoint, full, executed)) / cost)
      ratios.cost.push(1_000 / cost)
    }
    return {
      [`shared, ${assets[0].comments} comments against ${assets.at(-1).comments}`]: {
        value: rounded(median(ratios.shared)),
        unit: 'times the time',
        target: '1.3',
      },
      'shared, the same bytes of both from a bare server': {
        value: rounded(median(ratios.bare)),
        unit: 'times the time',
      },
      [`executed, ${assets[0].comments} comments against ${filling.comments}, both a full page`]: {
        value: rounded(median(ratios.executed)),
        unit: 'times the time',
        target: '1.3',
      },
      'executed, the largest': { value: rounded(median(ratios.cost), 1), unit: 'ms a page' },
    }
  } finally {
    for (const { stop } of bare) await stop()
    await server.stop()
  }
}
