import { startScript } from './server.js'

const COMMENT = 'id body created_at user { id username }'

/** The page of a thread that readers ask for: 20 roots, 3 replies each, authors and counts. */
export const PAGE = `query Page($url: String) {
  asset(url: $url) {
    id title url isClosed totalCommentCount commentCount
    comments(query: { limit: 20, sortOrder: ASC }) {
      nodes {
        ${COMMENT} replyCount
        replies(query: { limit: 3, sortOrder: ASC }) {
          nodes { ${COMMENT} replyCount } hasNextPage endCursor
        }
      }
      hasNextPage endCursor
    }
  }
}`

export const pageOf = url => JSON.stringify({ query: PAGE, variables: { url } })

/** One operation; throws when it has errors. */
export async function graphql(server, query, variables, token) {
  const answer = await fetch(`${server.url}/api/v1/graph/ql`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...(token ? { authorization: `Bearer ${token}` } : {}) },
    body: JSON.stringify({ query, variables }),
  })
  const { data, errors } = await answer.json()
  if (errors) throw new Error(JSON.stringify(errors))
  return data
}

/** The session token of a user who has registered for the benchmark. */
export async function signIn(server) {
  const account = { email: 'bench@threads.example', username: 'bench', password: 'a long enough password' }
  await post(server, 'users', account)
  return tokenFor(server, account)
}

/** The session token of an account that there is. */
export async function tokenFor(server, { email, password }) {
  const { token } = await (await post(server, 'auth/local', { email, password })).json()
  return token
}

const post = (server, path, body) =>
  fetch(`${server.url}/api/v1/${path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  })

/** Requests per second that are answered, asked from another process: one over and over, or several in turn. */
export async function rate(url, body, { seconds = 4, connections = 32, token, requests, overallRate } = {}) {
  const request = {
    url,
    body,
    seconds,
    connections,
    requests,
    overallRate,
    ...(token ? { headers: { authorization: `Bearer ${token}` } } : {}),
  }
  const { message, stop } = await startScript('load.js', [JSON.stringify(request)])
  await stop()
  if (message.failed > 0) throw new Error(`${message.failed} requests to ${url} failed`)
  return message.perSecond
}

export const median = values => [...values].sort((a, b) => a - b)[values.length >> 1]
export const rounded = (value, digits = 2) => Number(value.toFixed(digits))
