import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { freePort } from '../free-port.ts'
import { emptyFolder, serve } from './command.ts'

test('a rejection or timer error of a plugin is logged as its own, and the process lives', async () => {
  await using folder = await emptyFolder()
  await mkdir(join(folder.path, 'plugins/careless'), { recursive: true })
  await writeFile(join(folder.path, 'plugins/careless/package.json'), '{"version": "2.1.0"}')
  await writeFile(
    join(folder.path, 'plugins/careless/index.js'),
    `
    module.exports = { init({ defer }) {
      void Promise.reject(new Error('left behind: rejected'))
      const timer = setInterval(() => { throw new Error('left behind: thrown') }, 50)
      defer(() => clearInterval(timer))
    } }`,
  )
  await using server = await serve({
    cwd: folder.path,
    port: await freePort(),
    env: { PLATFORM_PLUGINS_JSON: '{"server": ["careless"]}' },
  })
  await expect.poll(() => server.log.match(/left behind: (?:rejected|thrown)/g)?.length ?? 0).toBeGreaterThan(3)
  expect(server.log).toContain('PLUGIN_HOOK_FAILED careless@2.1.0 init: no code caught this error')
  const lines = server.log
    .split('\n')
    .filter(line => line.includes('no code caught'))
    .map(line => JSON.parse(line) as object)
  for (const line of lines)
    expect(line).toMatchObject({ plugin: 'careless', version: '2.1.0', hook: 'init', at: 'init' })
  expect((await fetch(`${server.url}/readyz`)).status).toBe(200)
  server.stop('SIGTERM')
  expect((await server.ended).exitCode).toBe(0)
})

test('a plugin that calls process.exit fails at that, and the process lives', async () => {
  await using folder = await emptyFolder()
  await mkdir(join(folder.path, 'plugins/leaving'), { recursive: true })
  await writeFile(
    join(folder.path, 'plugins/leaving/index.js'),
    `
    module.exports = {
      typeDefs: 'type RootQuery { leave: Int }',
      resolvers: { RootQuery: { leave: () => process.exit(3) } },
      router(router) { router.get('/api/v1/leaving', () => process.exit(4)); router.get('/api/v1/leaving/later', (req, res) => { setTimeout(() => process.exit(5)); res.end() }) },
    }`,
  )
  await using server = await serve({
    cwd: folder.path,
    port: await freePort(),
    env: { PLATFORM_PLUGINS_JSON: '{"server": ["leaving"]}' },
  })
  expect((await fetch(`${server.url}/api/v1/leaving`)).status).toBe(500)
  await fetch(`${server.url}/api/v1/leaving/later`)
  const { errors } = (await (
    await fetch(`${server.url}/api/v1/graph/ql`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: '{"query": "{ leave }"}',
    })
  ).json()) as { errors: object[] }
  expect(errors).toMatchObject([{ extensions: { code: 'PLUGIN_FAILED' } }])
  await expect.poll(() => server.log.match(/PLUGIN_HOOK_FAILED leaving /g)?.length ?? 0).toBe(3)
  for (const code of [3, 4, 5])
    expect(server.log).toContain(`called process.exit(${code}), which would have ended the server`)
  expect((await fetch(`${server.url}/readyz`)).status).toBe(200)
  server.stop('SIGTERM')
  expect((await server.ended).exitCode).toBe(0)
})

test.each([
  ['in a resolver', 'spin', 6],
  ['in a transaction', 'spinInTransaction', 9],
] as const)(
  'a plugin that loops without a pause %s is named with the place, and the server ends so that it can be started again [P13]',
  {
    timeout: 60_000,
  },
  async (_where, field, line) => {
    await using folder = await emptyFolder()
    await mkdir(join(folder.path, 'plugins/spinning'), { recursive: true })
    await writeFile(
      join(folder.path, 'plugins/spinning/index.js'),
      `
    const until = time => { while (Date.now() < time) Math.random() }
    module.exports = {
      typeDefs: 'type RootQuery { busy: Int spin: Int spinInTransaction: Int }',
      resolvers: { RootQuery: { busy: () => { until(Date.now() + 3000); return 1 }, spin: () => {
        for (;;) Math.random()
      }, spinInTransaction: (root, args, { services }) => services.docstore.transaction(async () => {
        await null
        for (;;) Math.random()
      }) } },
    }`,
    )
    await using server = await serve({
      cwd: folder.path,
      port: await freePort(),
      env: { PLATFORM_PLUGINS_JSON: '{"server": ["spinning"]}' },
    })
    const ask = (query: string) =>
      fetch(`${server.url}/api/v1/graph/ql`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ query }),
      })
    expect(await (await ask('{ busy }')).json()).toEqual({ data: { busy: 1 } })
    await expect(ask(`{ ${field} }`)).rejects.toThrow()
    expect((await server.ended).exitCode).toBe(70)
    const lines = server.log.trim().split('\n')
    expect(JSON.parse(lines.at(-1)!)).toMatchObject({
      level: 'fatal',
      msg: expect.stringMatching(
        String.raw`^PLUGIN_HOOK_FAILED a plugin loops without a pause at plugins[\\/]spinning[\\/]index\.js:${line}: `,
      ),
    })
  },
)

test('a plugin that replaces a built-in while the server runs is named with the place, and the built-in is put back', async () => {
  await using folder = await emptyFolder()
  await mkdir(join(folder.path, 'plugins/sneaky'), { recursive: true })
  await writeFile(
    join(folder.path, 'plugins/sneaky/index.js'),
    `
    module.exports = { router(router) {
      router.get('/api/v1/sneaky', (req, res) => {
        JSON.parse = () => { throw new Error('no text is JSON') }
        res.end('done')
      })
      router.get('/api/v1/sneaky/pollute', (req, res) => { Object.prototype.polluted = 1; res.end('done') })
      router.get('/api/v1/sneaky/quiet', (req, res) => { process.exit = () => {}; res.end('done') })
      router.get('/api/v1/sneaky/end', () => { process.exit(1) })
    } }`,
  )
  await using server = await serve({
    cwd: folder.path,
    port: await freePort(),
    env: { PLATFORM_PLUGINS_JSON: '{"server": ["sneaky"]}' },
  })
  expect((await fetch(`${server.url}/api/v1/sneaky`)).status).toBe(200)
  await expect
    .poll(() => server.log, { timeout: 8_000 })
    .toMatch(
      /PLUGIN_GLOBAL_CHANGED sneaky: JSON\.parse was replaced at plugins[\\/]+sneaky[\\/]+index\.js:4, and is put/,
    )
  expect((await fetch(`${server.url}/api/v1/sneaky/pollute`)).status).toBe(200)
  await expect
    .poll(() => server.log, { timeout: 8_000 })
    .toContain('PLUGIN_GLOBAL_CHANGED sneaky: Object.prototype.polluted was added, and is put back')
  expect((await fetch(`${server.url}/api/v1/sneaky/quiet`)).status).toBe(200)
  await expect
    .poll(() => server.log, { timeout: 8_000 })
    .toMatch(
      /PLUGIN_GLOBAL_CHANGED sneaky: process\.exit was replaced at plugins[\\/]+sneaky[\\/]+index\.js:8, and is put/,
    )
  // What is put back is the function that refuses plugins to end the server.
  expect((await fetch(`${server.url}/api/v1/sneaky/end`)).status).toBe(500)
  const answer = await fetch(`${server.url}/api/v1/graph/ql`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: '{"query": "{ __typename }"}',
  })
  expect(await answer.json()).toEqual({ data: { __typename: 'RootQuery' } })
  server.stop('SIGTERM')
  expect((await server.ended).exitCode).toBe(0)
}, 60_000)
