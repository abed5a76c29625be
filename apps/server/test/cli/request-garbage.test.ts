import { expect, test } from 'vitest'
import { freePort } from '../free-port.ts'
import { emptyFolder, serve } from './command.ts'

/** Makes V8 write a line about each collection. */
const TRACED = `import { setFlagsFromString } from 'node:v8'
setFlagsFromString('--trace-gc')
setFlagsFromString('--trace-gc-nvp')`

const REQUESTS = 2_000
/** The part of all new objects that may outlive a collection: what the requests use that are answered just then. */
const MOST_SURVIVORS = 0.03

test('what a request made leaves memory with the next young collection', { timeout: 60_000 }, async () => {
  await using folder = await emptyFolder()
  const env = {
    NODE_OPTIONS: `--import=data:text/javascript,${encodeURIComponent(TRACED)}`,
    PLATFORM_GRAPHQL_BUDGET: '1000000000',
  }
  await using server = await serve({ cwd: folder.path, env, port: await freePort() })
  // A comment that there is not is looked for anew each time, by the loaders of the request.
  const query = 'query ($id: ID!) { comment(id: $id) { id } }'
  for (let number = 0; number < REQUESTS; number++) {
    const body = JSON.stringify({ query, variables: { id: `none-${number}` } })
    const headers = { 'content-type': 'application/json' }
    const answer = await fetch(`${server.url}/api/v1/graph/ql`, { method: 'POST', headers, body })
    expect(await answer.json()).toEqual({ data: { comment: null } })
  }
  server.stop('SIGTERM')
  const { stdout } = await server.ended
  const collections = stdout.split('\n').filter(line => / gc=s /.test(line))
  const sum = (name: string) =>
    collections.slice(-4).reduce((all, line) => all + Number(new RegExp(` ${name}=(\\d+)`).exec(line)![1]), 0)
  expect(collections.length).toBeGreaterThan(4)
  expect(sum('new_space_survived') / sum('allocated')).toBeLessThan(MOST_SURVIVORS)
})
