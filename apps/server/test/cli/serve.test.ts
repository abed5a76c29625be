import { once } from 'node:events'
import { chmod, mkdir, writeFile } from 'node:fs/promises'
import { createServer } from 'node:net'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { LINUX, testWith } from '../../../../test/needs.ts'
import { freePort } from '../free-port.ts'
import { type Ended, emptyFolder, platform, serve } from './command.ts'

/** What a test needs that takes a right to a folder away. */
const PERMISSIONS = {
  missing:
    process.getuid?.() === 0 || process.platform === 'win32'
      ? 'the tests run as root, who may write everywhere, or on Windows'
      : undefined,
}

/** One line that says what is wrong, no stack, nothing on standard output. */
function expectOneLine({ exitCode, stdout, stderr }: Ended, expected: { code: number; says: RegExp }): void {
  expect({ exitCode, stdout, lines: stderr.trimEnd().split('\n').length }).toEqual({
    exitCode: expected.code,
    stdout: '',
    lines: 1,
  })
  expect(stderr).toMatch(expected.says)
}

describe('starting', () => {
  test('says where it listens, which stores and plugins it has, and how to make the first administrator', async () => {
    await using folder = await emptyFolder()
    await mkdir(join(folder.path, 'plugins/hello'), { recursive: true })
    await writeFile(join(folder.path, 'plugins/hello/index.js'), 'module.exports = {}')
    await writeFile(join(folder.path, 'plugins.json'), '{ "server": ["hello"] } // the only one')
    const port = await freePort()
    await using server = await serve({ cwd: folder.path, port })
    expect(server.said).toContain(`Listening on http://localhost:${port}\n`)
    expect(server.said).toMatch(/stores {3}sqlite .*platform\.db, memory/)
    expect(server.said).toMatch(/plugins {2}hello\n/)
    expect(server.said).toMatch(/note {5}Readers find no button to sign in, .* List platform-plugin-auth/)
    expect(server.said).toMatch(new RegExp(`http://localhost:${port}/admin/install#token=[\\w-]{32}\\n`))
    expect((await fetch(`${server.url}/readyz`)).status).toBe(200)
  })

  test('names the plugins that have a part for browsers only', async () => {
    await using folder = await emptyFolder()
    await mkdir(join(folder.path, 'plugins/shown/client'), { recursive: true })
    await writeFile(join(folder.path, 'plugins/shown/client/index.js'), 'export default {}')
    await writeFile(join(folder.path, 'plugins.json'), '{ "client": ["shown"] }')
    await using server = await serve({ cwd: folder.path, port: await freePort() })
    expect(JSON.parse(server.said.trim().split('\n').at(-1)!).msg).toMatch(/plugins {2}none\n {2}client {3}shown\n/)
  })

  test('the printed link sets the site up, and is not printed again', async () => {
    await using folder = await emptyFolder()
    const port = await freePort()
    {
      await using server = await serve({ cwd: folder.path, port })
      const token = /#token=([\w-]+)/.exec(server.said)![1]
      const body = JSON.stringify({
        token,
        settings: {},
        user: { email: 'ada@test.example', username: 'Ada', password: 'long enough' },
      })
      expect(
        (
          await fetch(`${server.url}/api/v1/setup`, {
            method: 'POST',
            headers: { 'content-type': 'application/json' },
            body,
          })
        ).status,
      ).toBe(204)
      expect(server.log).not.toContain(token)
      server.stop('SIGTERM')
      await server.ended
    }
    await using again = await serve({ cwd: folder.path, port })
    expect(again.said).not.toContain('#token=')
  })
})

describe('a server that can not start says why in one line', () => {
  test('a port in use: exit code 69', async () => {
    await using folder = await emptyFolder()
    const other = createServer().listen(0, '127.0.0.1')
    await once(other, 'listening')
    const { port } = other.address() as { port: number }
    expectOneLine(await platform(['serve'], { cwd: folder.path, env: { PORT: String(port), HOST: '127.0.0.1' } }), {
      code: 69,
      says: new RegExp(`^Port ${port} is in use.*PORT=`),
    })
    other.close()
  })

  test("a data folder that can't be made: exit code 73", async () => {
    await using folder = await emptyFolder()
    await writeFile(join(folder.path, 'data'), 'a file, not a folder')
    expectOneLine(await platform(['serve'], { cwd: folder.path, env: { PORT: '0' } }), { code: 73, says: /data/ })
  })

  testWith(LINUX)('a data folder below /proc is refused immediately: exit code 73', async () => {
    await using folder = await emptyFolder()
    expectOneLine(
      await platform(['serve'], {
        cwd: folder.path,
        env: { PORT: '0', PLATFORM_DOCSTORE_URL: 'sqlite:/proc/nowhere/at/all.db' },
      }),
      { code: 73, says: /\/proc\/nowhere/ },
    )
  })

  test('an address that the machine does not have: exit code 78', async () => {
    await using folder = await emptyFolder()
    expectOneLine(await platform(['serve'], { cwd: folder.path, env: { PORT: '0', HOST: '192.0.2.1' } }), {
      code: 78,
      says: /does not have the address 192\.0\.2\.1.*HOST/,
    })
    expectOneLine(await platform(['serve'], { cwd: folder.path, env: { PORT: '0', HOST: 'nobody.invalid' } }), {
      code: 78,
      says: /no host nobody\.invalid.*HOST/,
    })
  })

  testWith(PERMISSIONS)("a data folder that can't be written: exit code 73", async () => {
    await using folder = await emptyFolder()
    await mkdir(join(folder.path, 'data'))
    await chmod(join(folder.path, 'data'), 0o500)
    expectOneLine(await platform(['serve'], { cwd: folder.path, env: { PORT: '0' } }), { code: 73, says: /data/ })
  })

  test('a second server on the same data: exit code 75, and the first goes on', async () => {
    await using folder = await emptyFolder()
    await using first = await serve({ cwd: folder.path, port: await freePort() })
    expectOneLine(await platform(['serve'], { cwd: folder.path, env: { PORT: String(await freePort()) } }), {
      code: 75,
      says: /platform\.db/,
    })
    expect((await fetch(`${first.url}/readyz`)).status).toBe(200)
  })

  test('a wrong configuration: all problems together, exit code 78, and no secret', async () => {
    await using folder = await emptyFolder()
    const { exitCode, stdout, stderr } = await platform(['serve'], {
      cwd: folder.path,
      env: {
        NODE_ENV: 'production',
        PORT: 'many',
        PLATFORM_ROOT_URL: 'ftp://x',
        PLATFORM_JWT_SECRET: 'canary',
        PLATFORM_KEEP_ALIVE: 'often',
        PLATFORM_DOCSTORE_URL: 'mongodb://root:hunter2@',
      },
    })
    expect([exitCode, stdout]).toEqual([78, ''])
    for (const name of [
      'PORT',
      'PLATFORM_ROOT_URL',
      'PLATFORM_JWT_SECRET',
      'PLATFORM_KEEP_ALIVE',
      'PLATFORM_DOCSTORE_URL',
      'PLATFORM_KVSTORE_URL',
    ])
      expect(stderr).toMatch(new RegExp(`("|\\\\n)CONFIG_INVALID ${name}: `))
    expect(stderr).not.toMatch(/canary|hunter2|^\s+at /m)
  })

  test('wrong plugins: all problems together, exit code 78', async () => {
    await using folder = await emptyFolder()
    await mkdir(join(folder.path, 'plugins/typo'), { recursive: true })
    await writeFile(join(folder.path, 'plugins/typo/index.js'), 'module.exports = { resolver: {} }')
    await writeFile(join(folder.path, 'plugins.json'), '{ "server": ["typo", "missing"] }')
    const { exitCode, stdout, stderr } = await platform(['serve'], { cwd: folder.path, env: { PORT: '0' } })
    expect([exitCode, stdout]).toEqual([78, ''])
    expect(stderr).toMatch(/typo resolver: there is no such hook/)
    expect(stderr).toMatch(/did you mean resolvers\?/)
    expect(stderr).toMatch(/PLUGIN_NOT_FOUND {2}missing/)
    expect(stderr).not.toMatch(/^\s+at /m)
  })
})

describe('stopping', () => {
  const SLOW = `
    let arrived
    module.exports = { router(router) {
      router.get('/api/v1/slow', (req, res) => { arrived?.end(); setTimeout(() => res.json({ finished: true }), 400) })
      router.get('/api/v1/arrived', (req, res) => { arrived = res })
    } }`

  test.each(['SIGTERM', 'SIGINT'] as const)('by %s lets requests in flight finish and ends with 0', async signal => {
    await using folder = await emptyFolder()
    await mkdir(join(folder.path, 'plugins/slow'), { recursive: true })
    await writeFile(join(folder.path, 'plugins/slow/index.js'), SLOW)
    await writeFile(join(folder.path, 'plugins.json'), '{ "server": ["slow"] }')
    await using server = await serve({ cwd: folder.path, port: await freePort() })
    const arrived = fetch(`${server.url}/api/v1/arrived`)
    const slow = fetch(`${server.url}/api/v1/slow`)
    await arrived
    server.stop(signal)
    expect(await (await slow).json()).toEqual({ finished: true })
    const { exitCode, stderr } = await server.ended
    expect([exitCode, stderr]).toEqual([0, ''])
    await expect(fetch(`${server.url}/livez`)).rejects.toThrow()
  })

  test('acknowledged writes are there after the next start', async () => {
    await using folder = await emptyFolder()
    const port = await freePort()
    const register = (url: string) =>
      fetch(`${url}/api/v1/users`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: '{"email":"ada@test.example","username":"Ada","password":"long enough"}',
      })
    {
      await using server = await serve({ cwd: folder.path, port })
      expect((await register(server.url)).status).toBe(201)
      server.stop('SIGKILL')
      await server.ended
    }
    await using again = await serve({ cwd: folder.path, port })
    expect(await (await register(again.url)).json()).toMatchObject({ error: { code: 'EMAIL_IN_USE' } })
  })
})
