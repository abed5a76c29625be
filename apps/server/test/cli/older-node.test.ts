import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { cp, mkdir, symlink, writeFile } from 'node:fs/promises'
import { delimiter, join } from 'node:path'
import { text } from 'node:stream/consumers'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import { describeWith, type Need } from '../../../../test/needs.ts'
import { freePort } from '../free-port.ts'
import { emptyFolder } from './command.ts'

const BIN = fileURLToPath(new URL('../../bin', import.meta.url))

const OLDER = olderNode()

/** A Node on the PATH, or where systems put theirs, on which the server does not run. */
function olderNode(): Need & { readonly file: string } {
  const folders = [...(process.env['PATH'] ?? '').split(delimiter), '/usr/bin', '/usr/local/bin']
  const found = folders
    .map(folder => join(folder, 'node'))
    .find(file => {
      const [, major = '99'] = /^v(\d+)/.exec(String(spawnSync(file, ['--version']).stdout)) ?? []
      return Number(major) < 22
    })
  return { file: found ?? 'node', missing: found === undefined ? 'there is no Node before 22 here' : undefined }
}

describeWith(OLDER)('bin/platform.js on an older Node', () => {
  const environment = (home: string) => ({ PATH: '/usr/bin:/bin', HOME: home })

  test('runs on the Node that the workspace brings', async () => {
    await using folder = await emptyFolder()
    const child = spawn(OLDER.file, [join(BIN, 'platform.js'), '--version'], { env: environment(folder.path) })
    const [out, err, [code]] = await Promise.all([text(child.stdout), text(child.stderr), once(child, 'close')])
    expect([code, out, err]).toEqual([0, expect.stringMatching(/^\d+\.\d+\.\d+\n$/), ''])
  })

  test('serves, and passes signals on to the server', async () => {
    await using folder = await emptyFolder()
    const env = { ...environment(folder.path), PORT: String(await freePort()), HOST: '127.0.0.1' }
    const child = spawn(OLDER.file, [join(BIN, 'platform.js'), 'serve'], {
      cwd: folder.path,
      env,
      stdio: ['ignore', 'pipe', 'ignore'],
    })
    for await (const said of child.stdout) if (String(said).includes('Listening on')) break
    const ended = once(child, 'exit')
    child.kill('SIGTERM')
    expect(await ended).toEqual([0, null])
    await expect(fetch(`http://127.0.0.1:${env.PORT}/livez`)).rejects.toThrow()
  })

  test('stops in order when a service manager signals it and the server', async () => {
    await using folder = await emptyFolder()
    const env = {
      ...environment(folder.path),
      PORT: String(await freePort()),
      HOST: '127.0.0.1',
      PLATFORM_DRAIN_DELAY: '1500ms',
    }
    const child = spawn(OLDER.file, [join(BIN, 'platform.js'), 'serve'], {
      cwd: folder.path,
      env,
      stdio: ['ignore', 'pipe', 'ignore'],
      detached: true,
    })
    for await (const said of child.stdout) if (String(said).includes('Listening on')) break
    const ended = once(child, 'exit')
    const begun = performance.now()
    process.kill(-child.pid!, 'SIGTERM')
    expect(await ended).toEqual([0, null])
    expect(performance.now() - begun).toBeGreaterThan(1_400)
  })

  test.each([
    ['a checkout', 'apps/server', 'npx -y pnpm@12 install'],
    ['a site', 'node_modules/@platform/server', 'npm install node@24'],
  ])('says in one line what helps in %s where there is no other Node', async (_where, place, advice) => {
    await using folder = await emptyFolder()
    const server = join(folder.path, place)
    await mkdir(server, { recursive: true })
    await writeFile(join(folder.path, 'pnpm-workspace.yaml'), '')
    await cp(BIN, join(server, 'bin'), { recursive: true })
    await symlink(join(BIN, '../package.json'), join(server, 'package.json'))
    const child = spawn(OLDER.file, [join(server, 'bin/platform.js'), 'serve'], {
      cwd: folder.path,
      env: environment(folder.path),
    })
    const [err, [code]] = await Promise.all([text(child.stderr), once(child, 'close')])
    expect([code, err]).toEqual([78, expect.stringMatching(/^This needs Node 22\.18 or newer, and this is Node .*\n$/)])
    expect(err).toContain(`Install a newer Node, or run ${advice}, which brings one along.`)
  })
})
