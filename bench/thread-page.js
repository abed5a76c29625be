import { startBare } from './lib/bare.js'
import { median, pageOf, rate, rounded, signIn } from './lib/page.js'
import { startServer } from './lib/server.js'
import { whileWriting } from './lib/writing.js'

const ROUNDS = 5

/** The page of the largest thread for anonymous readers, against a bare server, and while people write. */
export async function threadPage({ assets, store }) {
  const path = await store()
  const server = await startServer(path)
  const url = assets[0].url
  const body = pageOf(url)
  const endpoint = `${server.url}/api/v1/graph/ql`
  const bare = await startBare(endpoint, body, `${path}.answer.json`)
  const token = await signIn(server)
  try {
    await rate(endpoint, body, { seconds: 2 })
    await rate(bare.url, body, { seconds: 2 })
    const [ours, theirs, writing] = [[], [], []]
    for (let round = 0; round < ROUNDS; round++) {
      ours.push(await rate(endpoint, body))
      theirs.push(await rate(bare.url, body))
      writing.push(await whileWriting(server, { url, token }, () => rate(endpoint, body)))
    }
    return {
      'against the same bytes from a bare server': {
        value: rounded(median(ours.map((rate, i) => rate / theirs[i]))),
        unit: 'of its rate',
        target: '0.8',
      },
      'while one comment a second is posted': {
        value: rounded(median(writing.map((rate, i) => rate / ours[i]))),
        unit: 'of the quiet rate',
        target: '0.7',
      },
      quiet: { value: rounded(median(ours), 0), unit: 'requests/s' },
      'bare server': { value: rounded(median(theirs), 0), unit: 'requests/s' },
    }
  } finally {
    await bare.stop()
    await server.stop()
  }
}
