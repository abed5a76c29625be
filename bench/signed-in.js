import { documentTexts } from '../apps/stream/dist/node/documents/texts.js'
import { SIMPLE_TOKENS, tokensOf } from './lib/accounts.js'
import { startBare } from './lib/bare.js'
import { graphql, median, rate, rounded } from './lib/page.js'
import { processorTime } from './lib/processor.js'
import { startServer } from './lib/server.js'

const ROUNDS = 5
const SECONDS = 3
/** People who react; the first one is the reader. */
const PEOPLE = 5

/** What the stream asks for beside the shared thread: the reader, and what is theirs in the comments. */
const OWN = Object.values(documentTexts).find(text => text.startsWith('query Own('))
const FRAGMENTS = OWN.slice(OWN.indexOf('fragment '))
const pageOf = (own, fields) => `query Page($url: String) {
  ${own} asset(url: $url) {
    id title url isClosed totalCommentCount
    comments(query: { limit: 20, sortOrder: ASC }) {
      nodes { ...CommentFields ${fields} } hasNextPage endCursor
    }
  }
}`
const fragmentsOf = (...names) =>
  FRAGMENTS.split(/(?=fragment )/)
    .filter(text => names.some(name => text.startsWith(`fragment ${name} `)))
    .join('')
/** The whole page in one document: the thread with reactions, and the reader. */
const PAGE =
  pageOf('me { ...Viewer }', '...OwnCommentFields action_summaries { __typename count }') +
  fragmentsOf('Viewer', 'CommentFields', 'OwnCommentFields')
/** A request of the whole page of a discussion. */
export const wholePageOf = url => JSON.stringify({ query: PAGE, variables: { url } })
/** The part of it that is the same for all readers. */
const SHARED = pageOf('', '') + fragmentsOf('CommentFields')

/**
 * A page of twenty comments for a reader who is signed in, against a bare server that sends the same bytes: executed
 * as one document, and as the stream asks for it, in a shared part and the reader's own.
 */
export async function signedIn({ assets, store }) {
  const path = await store()
  const server = await startServer(path, { env: SIMPLE_TOKENS })
  const endpoint = `${server.url}/api/v1/graph/ql`
  const asked = await bodiesOf(server, assets)
  const { url: bareUrl, stop } = await startBare(endpoint, asked.executed[0].body, `${path}.page.json`)
  try {
    const measure = async (address, requests) => {
      const before = processorTime(server.pid)
      const perSecond =
        (await rate(address, undefined, { seconds: SECONDS, connections: 8, requests })) / requests.length
      return { perSecond, processor: (processorTime(server.pid) - before) / (perSecond * SECONDS) }
    }
    for (const requests of Object.values(asked)) await measure(endpoint, requests)
    const rounds = []
    for (let round = 0; round < ROUNDS; round++) {
      const found = { bare: await measure(bareUrl, asked.executed) }
      for (const [name, requests] of Object.entries(asked)) found[name] = await measure(endpoint, requests)
      rounds.push(found)
    }
    const share = name => rounded(median(rounds.map(found => found[name].perSecond / found.bare.perSecond)), 3)
    const cost = name => rounded(median(rounds.map(found => found[name].processor)))
    return {
      'executed page': { value: share('executed'), unit: 'of a bare server', target: 'at least 0.03' },
      'shared part': { value: share('shared'), unit: 'of a bare server', target: 'at least 0.5' },
      'own query': { value: share('own'), unit: 'of a bare server', target: 'at least 0.068' },
      'shared part and own query': { value: share('both'), unit: 'of a bare server', target: 'at least 0.05' },
      'processor time of an executed page': { value: cost('executed'), unit: 'ms', target: '0.9' },
      'processor time of an own query': { value: cost('own'), unit: 'ms', target: '0.4' },
      'executed pages': { value: rounded(median(rounds.map(found => found.executed.perSecond)), 0), unit: 'pages/s' },
      'bare server': { value: rounded(median(rounds.map(found => found.bare.perSecond)), 0), unit: 'pages/s' },
    }
  } finally {
    await stop()
    await server.stop()
  }
}

/** The requests of each measurement, for a discussion in which the reader and others have reacted. */
async function bodiesOf(server, assets) {
  const tokens = await tokensOf(server, assets, PEOPLE)
  const { url } = assets[0]
  const { asset } = await graphql(server, SHARED, { url })
  const comments = asset.comments.nodes.map(({ id }) => id)
  for (const [i, id] of comments.entries())
    for (const token of tokens.slice(0, 1 + (i % PEOPLE)))
      await graphql(server, REACT, { input: { item_id: id } }, token)
  const request = (query, variables, token) => ({
    method: 'POST',
    headers: { 'content-type': 'application/json', ...(token ? { authorization: `Bearer ${token}` } : {}) },
    body: JSON.stringify({ query, variables }),
  })
  const shared = request(SHARED, { url })
  const own = request(OWN, { asset: asset.id, comments }, tokens[0])
  return { executed: [request(PAGE, { url }, tokens[0])], shared: [shared], own: [own], both: [shared, own] }
}

const REACT = `mutation($input: CreateRespectActionInput!) {
  createRespectAction(input: $input) { errors { translation_key } }
}`
