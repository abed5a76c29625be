import { loadStreamBuild } from '@platform/stream'
import { startBare } from './lib/bare.js'
import { graphql, median, rate, rounded, signIn } from './lib/page.js'
import { startServer } from './lib/server.js'
import { whileWriting } from './lib/writing.js'

const ROUNDS = 5
const RENDERS = 101
const COMMENTS = 20

/** The document of the frame with the largest thread: kept ones against a bare server, drawn ones in milliseconds. */
export async function frame({ assets, store }) {
  const path = await store()
  const server = await startServer(path)
  const { url } = assets[0]
  const { asset } = await graphql(server, 'query($url: String) { asset(url: $url) { id } }', { url })
  const address = `${server.url}/embed/stream?asset_id=${asset.id}`
  const bare = await startBare(address, undefined, `${path}.frame.json`)
  const token = await signIn(server)
  const own = { seconds: 3, connections: 4, token }
  try {
    for (const each of [address, bare.url]) await rate(each, undefined, { seconds: 2 })
    await rate(address, undefined, { ...own, seconds: 2 })
    const [ours, theirs, writing, drawn] = [[], [], [], []]
    for (let round = 0; round < ROUNDS; round++) {
      ours.push(await rate(address))
      theirs.push(await rate(bare.url))
      writing.push(await whileWriting(server, { url, token }, () => rate(address)))
      drawn.push(1_000 / (await rate(address, undefined, own)))
    }
    return {
      'against the same bytes from a bare server': {
        value: rounded(median(ours.map((each, i) => each / theirs[i]))),
        unit: 'of its rate',
        target: '0.8',
      },
      'while one comment a second is posted': {
        value: rounded(median(writing.map((each, i) => each / theirs[i]))),
        unit: "of the bare server's rate",
        target: '0.7',
      },
      quiet: { value: rounded(median(ours), 0), unit: 'requests/s' },
      'for a signed-in reader': { value: rounded(median(drawn), 1), unit: 'ms a document' },
      'twenty comments drawn': {
        value: rounded(renderTime(await stateOf(address), await loadStreamBuild()), 1),
        unit: 'ms',
        target: 'under 8',
      },
    }
  } finally {
    await bare.stop()
    await server.stop()
  }
}

/** The state that a document of the frame hands to the browser, with twenty of its comments. */
async function stateOf(address) {
  const markup = await (await fetch(address)).text()
  const [, json] = /id="platform-state">(.*?)<\/script>/s.exec(markup) ?? []
  const state = JSON.parse(json)
  const sizeOf = ({ replies }) => 1 + (replies?.nodes ?? []).reduce((sum, each) => sum + sizeOf(each), 0)
  const nodes = []
  for (let room = COMMENTS; room > 0; ) {
    const [branch] = state.comments.nodes.splice(0, 1)
    if (!branch) throw new Error(`the thread has less than ${COMMENTS} comments on its first page`)
    if (branch.replies) branch.replies.nodes = branch.replies.nodes.slice(0, room - 1)
    room -= sizeOf(branch)
    nodes.push(branch)
  }
  return { ...state, comments: { ...state.comments, nodes } }
}

/** The median time to draw a state, in milliseconds, once the code is warm. */
function renderTime(state, build) {
  const times = Array.from({ length: RENDERS }, () => {
    const began = performance.now()
    build.render(state)
    return performance.now() - began
  })
  return median(times)
}
