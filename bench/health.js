import { setTimeout as sleep } from 'node:timers/promises'
import { graphql, rounded, tokenFor } from './lib/page.js'
import { finished, startScript, startServer } from './lib/server.js'
import { platform } from './lib/workplace.js'
import { WRONG } from './lib/wrong.js'

const CLIENTS = 16
const SECONDS = 20
/** After its start a server collects garbage, and the first of all requests find nothing compiled. */
const SETTLING = 5_000
const MODERATOR = { email: 'moderator@health.example', password: 'a long enough password' }

/** What takes a server longest, most of it for moderators. */
const QUERIES = [
  '{ comments(query: { statuses: null, text: "NEW", limit: 100 }) { nodes { id } } }',
  '{ users(query: { value: "NEW" }) { nodes { id } } }',
  '{ commentCount(query: { excludeDeleted: true }) }',
  '{ assets(query: { limit: 20 }) { nodes { id totalCommentCount comments(query: { limit: 10 }) { nodes { id } } } } }',
  `{ asset(url: "https://threads.example/0") { comments(query: { limit: 100, sortBy: REPLIES }) {
    nodes { id body replies { nodes { id body } } } } } }`,
]
/** Clients have machines of their own: here they take only what the server leaves of the processor. */
const LAST = ['nice', '-n', '19']
const PAGES = ['/', '/feed.atom', '/api/v1/assets?value=NEW']

/** How long a server that is alive takes to say so while many clients ask what takes it longest, right and wrong. */
export async function health({ store }) {
  const path = await store()
  const { email, password } = MODERATOR
  const account = ['--email', email, '--username', 'asks_for_much', '--password', password, '--roles', 'MODERATOR']
  await platform(path, ['users', 'create', ...account])
  const server = await startServer(path)
  try {
    const token = await tokenFor(server, MODERATOR)
    // A query that is refused would take no time.
    for (const query of QUERIES) await graphql(server, query, {}, token)
    const posted = (operation, headers = {}) => ({
      path: '/api/v1/graph/ql',
      method: 'POST',
      headers: { 'content-type': 'application/json', ...headers },
      body: JSON.stringify(operation),
    })
    const requests = [
      ...QUERIES.map(query => posted({ query }, { authorization: `Bearer ${token}` })),
      ...PAGES.map(page => ({ path: page })),
      ...WRONG.map(operation => posted(operation)),
    ]
    const asking = await startScript('asking.js', [], {
      input: { url: server.url, requests, clients: CLIENTS },
      under: LAST,
    })
    const live = await startScript('wrong-live.js', [`${server.url.replace('http', 'ws')}/api/v1/live`], {
      under: LAST,
    })
    try {
      await sleep(SETTLING)
      const { waits } = await finished('health-client.js', [
        JSON.stringify({ url: server.url, pid: server.pid, seconds: SECONDS }),
      ])
      waits.sort((one, other) => one.took - other.took)
      const at = part => rounded(waits[Math.floor(part * (waits.length - 1))].took, 1)
      const onCore = Math.max(...waits.map(({ took, withoutCore }) => took - withoutCore))
      return {
        'longest wait for /livez': { value: at(1), unit: `ms, of ${waits.length}`, target: 'at most 50' },
        'longest wait for /livez, less what the server waited for a core': { value: rounded(onCore, 1), unit: 'ms' },
        '99 of 100 waits for /livez': { value: at(0.99), unit: 'ms at most' },
        'median wait for /livez': { value: at(0.5), unit: 'ms' },
      }
    } finally {
      await asking.stop()
      await live.stop()
    }
  } finally {
    await server.stop()
  }
}
