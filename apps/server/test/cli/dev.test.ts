import { once } from 'node:events'
import { mkdir, rm, symlink } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { describe, expect, test } from 'vitest'
import WebSocket from 'ws'
import { emptyFolder, platform } from './command.ts'
import { type DevServer, startDev, write } from './dev-server.ts'

const require = createRequire(import.meta.url)
const hello = (text: string) => `module.exports = {
  typeDefs: 'type RootQuery { hello: String! }',
  resolvers: { RootQuery: { hello: () => ${JSON.stringify(text)} } },
}`
const SITE = { 'plugins.json': '{ "server": ["hello"] }', 'plugins/hello/index.js': hello('one') }

const ask = async ({ url }: DevServer, headers: Record<string, string> = {}, query = '{hello}') => {
  const answer = await fetch(`${url}/api/v1/graph/ql?query=${encodeURIComponent(query)}`, { headers })
  return ((await answer.json()) as { data?: Record<string, unknown> }).data
}
const post = ({ url }: DevServer, path: string, body: object) =>
  fetch(`${url}${path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  })

test('errors in the types of client parts are warnings, at the start and after a reload', async () => {
  await using folder = await emptyFolder()
  const part = (prop: string) => `import { defineClientPlugin } from '@platform/client-sdk'
const Hello = ({ ${prop} }: { ${prop}: object }) => <p>{typeof ${prop}}</p>
export default defineClientPlugin({ slots: { stream: Hello } })
`
  const compilerOptions = { jsx: 'react-jsx', jsxImportSource: 'preact', module: 'NodeNext', skipLibCheck: true }
  await write(folder.path, {
    'plugins.json': '{ "client": ["hello"] }',
    'plugins/hello/client/index.tsx': part('subject'),
    'plugins/hello/package.json': '{ "name": "hello", "type": "module" }',
    'plugins/hello/tsconfig.json': JSON.stringify({
      compilerOptions: { ...compilerOptions, strict: true },
      include: ['client'],
    }),
  })
  await mkdir(join(folder.path, 'node_modules/@platform'), { recursive: true })
  for (const name of ['typescript', 'preact', '@platform/client-sdk'])
    await symlink(dirname(require.resolve(`${name}/package.json`)), join(folder.path, 'node_modules', name))
  await using server = await startDev(folder.path)
  await server.next('listening')
  await expect.poll(server.log, { timeout: 30_000 }).toMatch(/PLUGIN_CLIENT_TYPES .*hello client: TS\d+: [^\n]*subject/)
  await write(folder.path, { 'plugins/hello/client/index.tsx': part('headline') })
  await server.next('reloaded')
  const warning = /PLUGIN_CLIENT_TYPES .*hello client: TS\d+: [^\n]*headline/
  await expect.poll(server.log, { timeout: 30_000 }).toMatch(warning)
}, 60_000)

test('texts that a plugin prints go to standard error, so each line of standard output is an event', async () => {
  await using folder = await emptyFolder()
  const printing = `console.log('it is loaded'); console.info('%s', 'by dev'); ${hello('one')}`
  await write(folder.path, { ...SITE, 'plugins/hello/index.js': printing })
  await using server = await startDev(folder.path)
  await server.next('listening')
  expect(server.log()).toContain('it is loaded\nby dev\n')
})

describe('a plugin that is saved', () => {
  test('is loaded again, and the data, the sessions and the port stay', async () => {
    await using folder = await emptyFolder()
    await write(folder.path, SITE)
    const began = performance.now()
    await using server = await startDev(folder.path)
    await server.next('listening')
    const start = performance.now() - began
    expect(await ask(server)).toEqual({ hello: 'one' })
    const account = { email: 'ada@test.example', password: 'long enough' }
    expect((await post(server, '/api/v1/users', { ...account, username: 'Ada' })).status).toBe(201)
    const { token } = (await (await post(server, '/api/v1/auth/local', account)).json()) as { token: string }
    for (const text of ['two', 'three']) {
      await write(folder.path, { 'plugins/hello/index.js': hello(text) })
      const { plugins, milliseconds } = await server.next('reloaded')
      expect(plugins).toEqual(['hello'])
      // It takes a tenth of a start or so. A bound in seconds would depend on other work of the machine.
      expect(milliseconds).toBeLessThan(start)
      const signedIn = await ask(server, { authorization: `Bearer ${token}` }, '{hello me{username}}')
      expect(signedIn).toEqual({ hello: text, me: { username: 'Ada' } })
    }
  })

  test('is loaded again with all of its files, as CommonJS and as ES modules, and with plugins that import it', async () => {
    await using folder = await emptyFolder()
    const field = (name: string, value: string) =>
      `{ typeDefs: 'type RootQuery { ${name}: String! }', resolvers: { RootQuery: { ${name}: () => ${value} } } }`
    await write(folder.path, {
      'plugins.json': '{ "server": ["old", "typed", "importing"] }',
      'plugins/old/index.js': `const text = require('./lib/text'); module.exports = ${field('old', 'text')}`,
      'plugins/old/lib/text.js': "module.exports = 'one'",
      'plugins/typed/index.ts': `import { text } from './text.ts'\nexport default ${field('typed', 'text')}`,
      'plugins/typed/text.ts': "export const text: string = 'one'",
      'plugins/importing/index.js': `import { text } from '../typed/text.ts'\nexport default ${field('importing', 'text')}`,
    })
    await using server = await startDev(folder.path)
    await server.next('listening')
    await write(folder.path, { 'plugins/old/lib/text.js': "module.exports = 'two'" })
    expect((await server.next('reloaded')).plugins).toEqual(['old'])
    await write(folder.path, { 'plugins/typed/text.ts': "export const text: string = 'two'" })
    expect((await server.next('reloaded')).plugins).toEqual(['typed', 'importing'])
    expect(await ask(server, {}, '{ old typed importing }')).toEqual({ old: 'two', typed: 'two', importing: 'two' })
  })

  test('with problems is reported with place and fix, and the server goes on as it was until the next save', async () => {
    await using folder = await emptyFolder()
    await write(folder.path, SITE)
    await using server = await startDev(folder.path)
    await server.next('listening')
    await write(folder.path, { 'plugins/hello/index.js': `${hello('two')}\nnull.broken` })
    const { problems, serving } = await server.next('refused')
    expect([problems, serving]).toMatchObject([
      [{ code: 'PLUGIN_LOAD_FAILED', plugins: ['hello'], cause: expect.stringContaining('index.js:5') }],
      true,
    ])
    expect(problems[0]?.fix).toContain('correct plugins/hello/index.js:5')
    expect(await ask(server)).toEqual({ hello: 'one' })
    await write(folder.path, { 'plugins/hello/index.js': 'module.exports = { resolver: {} }' })
    expect((await server.next('refused')).problems).toMatchObject([{ fix: 'did you mean resolvers?' }])
    const failing = `${hello('two')}\nmodule.exports.init = () => { throw new Error('no init') }`
    await write(folder.path, { 'plugins/hello/index.js': failing })
    expect((await server.next('refused')).problems).toMatchObject([{ code: 'PLUGIN_HOOK_FAILED', hook: 'init' }])
    expect(await ask(server)).toEqual({ hello: 'one' })
    await write(folder.path, { 'plugins/hello/index.js': hello('three') })
    await server.next('reloaded')
    expect(await ask(server)).toEqual({ hello: 'three' })
  })

  test('ends its former self in order, after its requests are answered', async () => {
    await using folder = await emptyFolder()
    const slow = (text: string) => `module.exports = {
      router: router => router.get('/api/v1/hello', (req, res) => {
        console.error('arrived'); setTimeout(() => res.json({ text: '${text}' }), 600)
      }),
      init: ({ defer }) => { defer(() => console.error('${text} ended')) },
    }`
    await write(folder.path, { ...SITE, 'plugins/hello/index.js': slow('one') })
    await using server = await startDev(folder.path)
    await server.next('listening')
    const answer = fetch(`${server.url}/api/v1/hello`)
    await expect.poll(server.log).toContain('arrived')
    await write(folder.path, { 'plugins/hello/index.js': slow('two') })
    await server.next('reloaded')
    expect(await (await answer).json()).toEqual({ text: 'one' })
    await expect.poll(server.log).toContain('one ended')
    expect(server.log()).not.toContain('two ended')
  })

  test('closes live connections with the code that means to read what is newer', async () => {
    await using folder = await emptyFolder()
    await write(folder.path, SITE)
    await using server = await startDev(folder.path)
    await server.next('listening')
    const open = async () => {
      const socket = new WebSocket(`${server.url.replace('http', 'ws')}/api/v1/live`, 'graphql-transport-ws')
      await once(socket, 'open')
      return socket
    }
    const closed = once(await open(), 'close')
    await write(folder.path, { 'plugins/hello/index.js': hello('two') })
    expect((await closed)[0]).toBe(1013)
    const again = await open()
    again.terminate()
  })
})

describe('the list of plugins', () => {
  test('is followed: a plugin is added, and removed', async () => {
    await using folder = await emptyFolder()
    await write(folder.path, { ...SITE, 'plugins.json': '{}' })
    await using server = await startDev(folder.path)
    await server.next('listening')
    expect(await ask(server)).toBeUndefined()
    await write(folder.path, { 'plugins.json': SITE['plugins.json'] })
    expect((await server.next('reloaded')).plugins).toEqual(['hello'])
    expect(await ask(server)).toEqual({ hello: 'one' })
    await write(folder.path, { 'plugins/hello/index.js': hello('two') })
    await server.next('reloaded')
    expect(await ask(server)).toEqual({ hello: 'two' })
    await write(folder.path, { 'plugins.json': '{ "server": [] }' })
    expect((await server.next('reloaded')).plugins).toEqual(['plugins.json'])
    expect(await ask(server)).toBeUndefined()
  })

  test('may have problems from the beginning: the server starts once they are solved', async () => {
    await using folder = await emptyFolder()
    await write(folder.path, { 'plugins.json': '{ "server": ["hello" }', 'plugins/hello/index.js': hello('one') })
    await using server = await startDev(folder.path)
    expect(await server.next('refused')).toMatchObject({ serving: false, problems: [{ code: 'PLUGIN_LIST_INVALID' }] })
    await write(folder.path, { 'plugins.json': SITE['plugins.json'] })
    await server.next('listening')
    expect(await ask(server)).toEqual({ hello: 'one' })
  })

  test('is not needed in the folder of a plugin', async () => {
    await using folder = await emptyFolder()
    await write(folder.path, {
      'package.json': '{ "name": "platform-plugin-own", "version": "1.2.3", "keywords": ["platform-plugin"] }',
      'server/index.js': hello('one'),
      'test/hello.test.js': '',
    })
    await symlink(fileURLToPath(new URL('../../node_modules', import.meta.url)), join(folder.path, 'node_modules'))
    await using server = await startDev(folder.path)
    await server.next('listening')
    await write(folder.path, { 'test/hello.test.js': '// no code of the plugin', 'server/index.js': hello('two') })
    expect((await server.next('reloaded')).plugins).toEqual(['platform-plugin-own'])
    expect(await ask(server)).toEqual({ hello: 'two' })
    await rm(join(folder.path, 'node_modules'))
  })
})

describe('the command', () => {
  test('is refused in production', async () => {
    await using folder = await emptyFolder()
    const { exitCode, stdout, stderr } = await platform(['dev'], {
      cwd: folder.path,
      env: { NODE_ENV: 'production' },
    })
    expect([exitCode, stdout]).toEqual([78, ''])
    expect(stderr).toMatch(/not for production\. Run platform serve/)
  })

  test.each(['SIGINT', 'SIGTERM'] as const)('stops in order by %s', async signal => {
    await using folder = await emptyFolder()
    const ending = `${hello('one')}\nmodule.exports.shutdown = () => { console.error('shut down') }`
    await write(folder.path, { ...SITE, 'plugins/hello/index.js': ending })
    await using server = await startDev(folder.path)
    await server.next('listening')
    server.kill(signal)
    expect(await server.ended).toBe(0)
    expect([server.events.at(-1), server.log()]).toEqual([{ event: 'stopped' }, expect.stringContaining('shut down')])
  })
})
