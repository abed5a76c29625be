import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { readdir } from 'node:fs/promises'
import { type AddressInfo, createServer } from 'node:net'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { HOOK_SHAPES } from '@platform/plugin-sdk'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { TestPlatform } from '../../src/index.ts'
import { type Site, siteOf } from './site.ts'
import { snippetsOf, unnamedBlocks } from './snippets.ts'

let site: Site
let platform: TestPlatform

beforeAll(async () => {
  site = await siteOf('write-a-plugin.md')
  platform = await site.start({ PLATFORM_PLUGIN_WELCOME_API_KEY: 'k' })
})
afterAll(async () => {
  await platform.close()
  await site[Symbol.asyncDispose]()
})

const json = async (path: string, init?: RequestInit, caller = platform) =>
  (await caller.http(path, init)).json() as Promise<any>
const post = (path: string, body: object) =>
  json(path, { method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) })

describe('the guide', () => {
  test('shows every hook', async () => {
    const recipes = (await readdir(new URL('../../../../docs/guide/recipes', import.meta.url))).map(
      name => `recipes/${name}`,
    )
    const text = (await Promise.all(['write-a-plugin.md', ...recipes].map(snippetsOf)))
      .flat()
      .map(snippet => snippet.text)
      .join('\n')
    const missing = Object.keys(HOOK_SHAPES).filter(
      hook => hook !== 'passport' && !new RegExp(`^  (async )?${hook}[:(]`, 'm').test(text),
    )
    expect(missing).toEqual([])
  })

  test('shows no code that is not run', async () => {
    for (const page of ['write-a-plugin.md', 'recipes/provider-login.md', 'recipes/routes.md'])
      expect((await unnamedBlocks(page)).filter(language => language !== 'sh')).toEqual([])
  })
})

describe('its plugins', () => {
  test('hello answers', async () => {
    expect((await platform.graphql('{ hello(name: "Ada") }')).data).toEqual({ hello: 'Hello, Ada' })
  })

  test('people: the list, the same for administrators, an echo, a mutation, a filtered subscription', async () => {
    expect(await json('/api/v1/people')).toEqual({ people: [{ name: 'Ada', mood: 'HAPPY' }] })
    expect((await platform.http('/api/v1/people/admin')).status).toBe(401)
    expect((await platform.as({ roles: ['STAFF'] }).http('/api/v1/people/admin')).status).toBe(403)
    expect(await json('/api/v1/people/admin', {}, platform.as({ roles: ['ADMIN'], username: 'root' }))).toMatchObject({
      asked: 'root',
    })
    expect(await post('/api/v1/people', { url: 'https://a.example/1', title: 'One' })).toEqual({
      url: 'https://a.example/1',
      title: 'One',
    })
    const sad = await platform.subscribe('subscription { personCreated(mood: SAD) { name } }')
    for (const name of ['Hal', 'Sam'])
      await platform.graphql('mutation ($name: String!) { createPerson(name: $name) { name } }', { name })
    expect((await sad.next()).value).toEqual({ data: { personCreated: { name: 'Sam' } } })
    await sad.return!()
    expect((await platform.graphql('{ people { name mood } }')).data!['people']).toHaveLength(3)
  })

  test('greetings: another plugin gives the hook that this one defines', async () => {
    expect((await platform.graphql('{ greetings(name: "Ada") }')).data).toEqual({
      greetings: ['morning: Good morning, Ada'],
    })
  })

  test('polls: a service counts, and only who is signed in votes', async () => {
    const vote = 'mutation { vote(choice: "tea") }'
    expect((await platform.graphql(vote)).errors).toMatchObject([{ code: 'NOT_AUTHORIZED' }])
    expect((await platform.as({ roles: [] }).graphql(vote)).data).toEqual({ vote: 1 })
    expect((await platform.graphql('{ votesFor(choice: "tea") }')).data).toEqual({ votesFor: 1 })
  })

  test('follows: what a user follows is exported, and erased with the account', async () => {
    const asset = await platform.createAsset()
    const { user, token } = await platform.createUser({ username: 'follower' })
    const answer = await platform.as({ user, token }).graphql('mutation ($id: ID!) { followDiscussion(id: $id) }', {
      id: asset.id,
    })
    expect(answer).toMatchObject({ data: { followDiscussion: true }, errors: [] })
    const followed = async () => {
      const records = []
      for await (const { plugin, record } of platform.services.composition.personalData.export(user.id))
        if (plugin === 'follows') records.push(record)
      return records
    }
    expect(await followed()).toEqual([{ asset_id: asset.id }])
    await platform
      .as({ roles: ['ADMIN'], username: 'follower_admin' })
      .graphql(
        'mutation ($id: ID!) { delUser(id: $id, password: "a long enough password") { errors { translation_key } } }',
        { id: user.id },
      )
    await platform.services.jobs.idle()
    expect(await followed()).toEqual([])
  })

  test('follows: when two assets are merged, a user who follows either or both follows the one that is left', async () => {
    const [from, into] = [await platform.createAsset(), await platform.createAsset()]
    const users = await Promise.all(['follows_one', 'follows_both'].map(username => platform.createUser({ username })))
    const follow = (user: (typeof users)[number], { id }: { id: string }) =>
      platform.as(user).graphql('mutation ($id: ID!) { followDiscussion(id: $id) }', { id })
    await Promise.all([follow(users[0]!, from), follow(users[1]!, from), follow(users[1]!, into)])
    await platform.services.assets.merge({ from: from.id, into: into.id })
    for (const { user } of users) {
      const records = []
      for await (const { plugin, record } of platform.services.composition.personalData.export(user.id))
        if (plugin === 'follows') records.push(record)
      expect(records).toEqual([{ asset_id: into.id }])
    }
  })

  test('articles: posted again with another title, it is the same asset', async () => {
    const url = 'https://articles.example/one'
    const many = await Promise.all(
      Array.from({ length: 10 }, (_, i) => post('/api/v1/articles', { url, title: `title ${i}` })),
    )
    expect(new Set(many.map(({ id }) => id)).size).toBe(1)
    expect(await post('/api/v1/articles', { url, title: 'changed' })).toMatchObject({
      id: many[0].id,
      url,
      title: 'changed',
    })
    expect(
      (await platform.graphql('query ($id: ID!) { asset(id: $id) { title isClosed } }', { id: many[0].id })).data,
    ).toEqual({ asset: { title: 'changed', isClosed: false } })
    expect(
      (
        await platform.http('/api/v1/articles', {
          method: 'POST',
          headers: { 'content-type': 'application/json' },
          body: '{}',
        })
      ).status,
    ).toBe(400)
  })

  const CREATE = `mutation ($input: CreateCommentInput!) {
    createComment(input: $input) {
      comment { id body tags { tag { name } } }
      errors { translation_key }
    }
  }`

  test('manners: a veto, a changed argument, a changed result, an onlooker', async () => {
    const asset = await platform.createAsset()
    const reader = platform.as({ username: 'mannered' })
    const create = async (body: string) =>
      (await reader.graphql(CREATE, { input: { asset_id: asset.id, body } })).data!['createComment']
    expect(await create('oh fiddlesticks')).toEqual({ comment: null, errors: [{ translation_key: 'BAD_USER_INPUT' }] })
    expect((await create('  teh cat  ')).comment.body).toBe('the cat')
    expect(await json('/api/v1/manners')).toEqual({ posted: 1 })
  })

  test('calm: a comment that waits with its reason, and one that is refused', async () => {
    const asset = await platform.createAsset()
    const reader = platform.as({ username: 'calming' })
    const create = async (body: string) =>
      (await reader.graphql(CREATE, { input: { asset_id: asset.id, body } })).data!['createComment']
    expect((await create('no!!!!!!!!')).errors).toEqual([{ translation_key: 'TOO_LOUD' }])
    const { comment } = await create('I AM NOT SHOUTING AT ALL')
    const { data } = await platform.as({ roles: ['MODERATOR'] }).graphql(
      `query ($id: ID!) {
        comment(id: $id) {
          status status_history { phase reason }
          actions { ... on FlagAction { reason message } }
        }
      }`,
      { id: comment.id },
    )
    expect(data!['comment']).toEqual({
      status: 'PREMOD',
      status_history: [{ phase: 'calm.shouting', reason: 'all in capitals' }],
      actions: [{ reason: 'SHOUTING', message: 'all in capitals' }],
    })
  })

  test('digest: a job sends a mail whose link works, and a link that was changed does not', async () => {
    const to = 'ada@example.org'
    const queue = { method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify({ to }) }
    expect((await platform.http('/api/v1/digest/ada', queue)).status).toBe(401)
    expect((await platform.as({ roles: ['ADMIN'] }).http('/api/v1/digest/ada', queue)).status).toBe(202)
    const [mail] = (await platform.mails()).filter(({ template }) => template === 'digest.summary')
    expect(mail).toMatchObject({ to, subject: expect.stringContaining('ada, your week at') })
    const [token = ''] = /[^/]+$/.exec(mail?.link ?? '') ?? []
    expect(await json(`/api/v1/digest/unsubscribe/${token}`)).toEqual({ unsubscribed: 'ada' })
    expect((await platform.http(`/api/v1/digest/unsubscribe/${token.slice(0, -4)}AAAA`)).status).toBe(404)
  })

  test('loud: pages in both directions, and a tag', async () => {
    const asset = await platform.createAsset()
    const reader = platform.as({ username: 'shouting' })
    for (const body of ['one!', 'three!!!', 'none', 'two!!'])
      await reader.graphql(CREATE, { input: { asset_id: asset.id, body, tags: ['SHOUTED'] } })
    const pages = async (sortOrder: string) => {
      const bodies: string[] = []
      for (let cursor: unknown = null, more = true; more; ) {
        const { comments } = (
          await platform.graphql(
            `query ($query: CommentsQuery!) {
              comments(query: $query) { nodes { body tags { tag { name } } } hasNextPage endCursor }
            }`,
            {
              query: {
                asset_id: asset.id,
                sortBy: 'VOLUME',
                sortOrder,
                limit: 2,
                ...(cursor === null ? {} : { cursor }),
              },
            },
          )
        ).data!
        bodies.push(...comments.nodes.map((node: { body: string }) => node.body))
        cursor = comments.endCursor
        more = comments.hasNextPage
      }
      return bodies
    }
    expect([await pages('DESC'), await pages('ASC')]).toEqual([
      ['three!!!', 'two!!', 'one!', 'none'],
      ['none', 'one!', 'two!!', 'three!!!'],
    ])
  })

  test('partners: simultaneous first requests make one user, and malformed claims make none', async () => {
    const me = async (claims: object) =>
      (
        await json('/api/v1/graph/ql?query={me{id}}', {
          headers: { authorization: `Bearer ${await platform.token(claims as never)}` },
        })
      ).data?.me?.id ?? null
    const claims = { sub: 'partner-7', name: 'Outer Person' }
    const ids = await Promise.all(Array.from({ length: 5 }, () => me(claims)))
    expect(new Set(ids)).toEqual(new Set([expect.any(String)]))
    expect([await me({ sub: 'partner-8', name: 5 }), await me({ sub: 'nobody' })]).toEqual([null, null])
  })

  test('welcome: settings of the list and of the environment, and another plugin', async () => {
    expect(await json('/api/v1/welcome')).toEqual({
      text: expect.stringMatching(/^Welcome, all \d of you$/),
      signed: true,
    })
  })
})

test('its test passes', async () => {
  const printed = await site.run('node_modules/vitest/vitest.mjs', 'run', 'plugins/people', '--testTimeout=30000')
  expect(printed).toMatch(/Tests +29 passed/)
}, 60_000)

test('the doctor has nothing to say against it', async () => {
  expect(JSON.parse(await site.run('apps/server/bin/platform.js', 'plugins', 'doctor', '--json'))).toEqual({
    healthy: true,
    findings: [],
  })
}, 60_000)

test('its code compiles', async () => {
  expect(await site.compile()).toBe('')
}, 60_000)

test('its site runs, and the observer sees all of it', async () => {
  const port = await freePort()
  const env = {
    ...process.env,
    NODE_OPTIONS: '',
    PORT: String(port),
    PLATFORM_DOCSTORE_URL: `sqlite:${join(site.directory, 'served.db')}`,
    PLATFORM_JWT_SECRET: 'a secret of the guide, 32 bytes or more',
  }
  const server = spawn(
    process.execPath,
    [fileURLToPath(new URL('../../../../apps/server/bin/platform.js', import.meta.url)), 'serve'],
    { cwd: site.directory, env, stdio: ['ignore', 'ignore', 'pipe'] },
  )
  let said = ''
  server.stderr.on('data', (chunk: Buffer) => {
    said += chunk.toString()
  })
  try {
    const observed = () =>
      fetch(`http://localhost:${port}/api/v1/observer`).then(
        answer => answer.json() as Promise<any>,
        () => null,
      )
    await expect
      .poll(observed, { timeout: 20_000, message: said })
      .toMatchObject({ phases: ['init', 'ready', 'connect'] })
    const socket = new WebSocket(`ws://localhost:${port}/api/v1/live`, 'graphql-transport-ws')
    await once(socket, 'open')
    socket.send('{"type":"connection_init"}')
    await fetch(`http://localhost:${port}/api/v1/graph/ql?query={hello(name:"Ada")}`)
    await expect.poll(observed).toMatchObject({ operations: 1, readers: 1 })
    socket.close()
    await expect.poll(observed).toMatchObject({ readers: 0 })
  } finally {
    server.kill('SIGTERM')
    await once(server, 'exit')
  }
}, 60_000)

async function freePort(): Promise<number> {
  const server = createServer().listen(0)
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  await new Promise(resolve => {
    server.close(resolve)
  })
  return port
}
