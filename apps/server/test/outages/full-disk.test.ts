import { expect, test } from 'vitest'
import { describeWith } from '../../../../test/needs.ts'
import { emptyFolder, serve } from '../cli/command.ts'
import { freePort } from '../free-port.ts'
import { fill, makeRoom, PRLIMIT } from './disk.ts'

const ASSET = 'https://site.example/full'

/** A server in an empty folder, with an administrator. */
async function start() {
  const folder = await emptyFolder()
  const server = await serve({ cwd: folder.path, port: await freePort() })
  const post = (path: string, body: object, headers: Record<string, string> = {}) =>
    fetch(`${server.url}${path}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...headers },
      body: JSON.stringify(body),
    })
  const setupToken = /#token=([\w-]+)/.exec(server.said)?.[1]
  const user = { email: 'ada@test.example', username: 'Ada', password: 'long enough' }
  await post('/api/v1/setup', { token: setupToken, settings: { domains: { whitelist: ['site.example'] } }, user })
  const signedIn = await post('/api/v1/auth/local', { email: user.email, password: user.password })
  const { token } = (await signedIn.json()) as { token: string }
  return {
    server,
    post,
    graph: (query: string) => post('/api/v1/graph/ql', { query }, { authorization: `Bearer ${token}` }),
    outages: () =>
      server.log
        .split('\n')
        .filter(line => line.includes('DOCSTORE_'))
        .map(line => JSON.parse(line) as { msg: string; code: string }),
    async [Symbol.asyncDispose]() {
      await server[Symbol.asyncDispose]()
      await folder[Symbol.asyncDispose]()
    },
  }
}

describeWith(PRLIMIT)('a disk that is full', () => {
  test('refuses writes with 503 and Retry-After, answers reads, is logged once, and ends by itself [F5]', async () => {
    await using started = await start()
    const { server, post, graph, outages } = started
    const opened = await graph(`{ asset(url: "${ASSET}") { id } }`)
    const { id } = ((await opened.json()) as { data: { asset: { id: string } } }).data.asset
    const comment = () =>
      graph(`mutation { createComment(input: { asset_id: "${id}", body: "Hello." }) { comment { id } } }`)
    expect((await comment()).status).toBe(200)
    fill(server)
    for (let round = 0; round < 5; round += 1) {
      const refused = await comment()
      expect([refused.status, refused.headers.get('retry-after')]).toEqual([503, '5'])
      expect(await refused.json()).toMatchObject({ errors: [{ extensions: { code: 'UNAVAILABLE' } }] })
    }
    const registered = await post('/api/v1/users', {
      email: 'bob@test.example',
      username: 'Bob',
      password: 'long enough',
    })
    expect([registered.status, registered.headers.get('retry-after')]).toEqual([503, '5'])
    const ready = await fetch(`${server.url}/readyz`)
    expect([ready.status, await ready.text()]).toEqual([503, 'document store: does not store writes\n'])
    const read = await graph(`{ asset(id: "${id}") { commentCount } }`)
    expect([read.status, await read.json()]).toEqual([200, { data: { asset: { commentCount: 1 } } }])
    // A request of this test or a job of the server meets the full disk first, and each has its own message.
    expect(outages()).toEqual([expect.objectContaining({ code: 'DOCSTORE_WRITE_FAILED' })])
    makeRoom(server)
    expect((await fetch(`${server.url}/readyz`)).status).toBe(200)
    expect((await comment()).status).toBe(200)
  })
})
