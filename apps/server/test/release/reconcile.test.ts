import { execFile, spawn } from 'node:child_process'
import { lstat, readdir } from 'node:fs/promises'
import { type AddressInfo, createServer } from 'node:net'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { expect } from 'vitest'
import { testWith } from '../../../../test/needs.ts'
import { program } from '../../../../test/programs.ts'
import { createSite, run, type Site } from '../plugin-commands/site.ts'
import { startRegistry } from './registry.ts'
import { copyRepository } from './repository-copy.ts'

const plugin = 'platform-plugin-respect'
const listing = (range: string) => JSON.stringify({ server: [{ [plugin]: range }] })

/** What the packages of a server may take on the disk. It is 109 MB on Linux, by npm. Bytes. */
const MOST_OF_A_SERVER = 115e6

testWith(program('git'))(
  'a released plugin is installed, upgraded and served in a folder without the repository, and wrong packages are refused [P30, P31]',
  { timeout: 480_000 },
  async ({ skip }) => {
    const upstream = (await promisify(execFile)('npm', ['config', 'get', 'registry'])).stdout.trim()
    const reachable = await fetch(upstream, { signal: AbortSignal.timeout(10_000) }).then(
      () => true,
      () => false,
    )
    if (!reachable) skip('the packages that the platform depends on come from a registry that can not be reached')

    await using registry = await startRegistry(upstream)
    await using repository = await copyRepository(registry.npmrc, ['@platform/server', plugin])
    await repository.release()
    await using site = await createSite(
      {
        'package.json':
          '{"name": "site", "private": true, "type": "module", "dependencies": {"@platform/server": "*"}}',
        '.npmrc': registry.npmrc,
      },
      { packages: false },
    )
    const installed = await run(site.root, ['npm', 'install', '--no-audit', '--no-fund'])
    expect(installed.code, installed.err).toBe(0)
    expect(await sizeOf(join(site.root, 'node_modules'))).toBeLessThan(MOST_OF_A_SERVER)

    expect(await platform(site, 'plugins', 'add', 'platform-plugin-that-is-not-there')).toMatchObject({
      code: 1,
      err: expect.stringMatching(/has no package platform-plugin-that-is-not-there/),
    })
    expect(await platform(site, 'plugins', 'add', plugin)).toMatchObject({ code: 0 })
    expect(JSON.parse(await site.read('plugins.json')).server).toEqual([{ [plugin]: '^0.1.0' }])
    const listed = await site.read('plugins.json')
    await site.write({ 'plugins.json': '{}' })
    expect(await platform(site, 'plugins', 'add', 'respect@^0.1.0')).toMatchObject({ code: 0 })
    expect(JSON.parse(await site.read('plugins.json'))).toEqual(JSON.parse(listed))
    expect(JSON.parse(listed).client).toEqual([{ [plugin]: '^0.1.0' }])

    const missing = await platform(site, 'plugins', 'reconcile', '--frozen')
    expect([missing.code, missing.out]).toEqual([1, expect.stringContaining(`to install  ${plugin} ^0.1.0`)])
    const first = await platform(site, 'plugins', 'reconcile')
    expect(first, first.err).toMatchObject({ code: 0, out: `installed  ${plugin} 0.1.0\n` })
    expect(await platform(site, 'plugins', 'reconcile', '--frozen')).toMatchObject({ code: 0 })
    expect(await served(site)).toContain(`${plugin} 0.1.0`)

    await repository.releaseAgain(plugin, 'minor')
    await site.write({ 'plugins.json': listing('^0.2.0') })
    const note = `note  ${plugin} has a part for the browser: list it under client too`
    expect((await platform(site, 'plugins', 'doctor')).out).toContain('0.1.0 is installed, and ^0.2.0 is asked for')
    expect(await platform(site, 'plugins', 'reconcile')).toMatchObject({
      code: 0,
      out: `installed  ${plugin} 0.2.0 (was 0.1.0)\n${note}\n`,
    })
    expect(await served(site)).toContain(`${plugin} 0.2.0`)

    // Only a site with a client part that the release lacks needs the bundler.
    await expect(site.read('node_modules/vite/package.json')).rejects.toThrow('ENOENT')
    await site.write({ 'plugins/hello/client/index.js': 'export default { slots: { stream: () => "Hello" } }' })
    const added = await platform(site, 'plugins', 'add', 'hello', '--json')
    expect(JSON.parse(added.out).notes).toEqual([
      expect.stringMatching(/^vite@\^[\d.]+ is installed, which bundles/),
      'the client parts are built: deploy .platform/client with the project',
    ])
    await platform(site, 'plugins', 'remove', 'hello')

    await refuses(site, { [plugin]: '^9.0' }, /could not install platform-plugin-respect@\^9\.0; nothing was changed/)
    await refuses(
      site,
      { 'platform-plugin-that-is-not-there': '^1.0' },
      /could not install platform-plugin-that-is-not-there@\^1\.0/,
    )
    await publish(registry.npmrc, {
      name: 'not-a-plugin',
      version: '1.0.0',
      scripts: { preinstall: 'touch ../../ran', install: 'touch ../../ran', postinstall: 'touch ../../ran' },
    })
    await refuses(site, { 'not-a-plugin': '^1.0' }, /not-a-plugin is not a plugin of the platform/)
    await publish(
      registry.npmrc,
      { name: 'platform-plugin-of-tomorrow', version: '1.0.0', main: 'index.js' },
      'module.exports = Object.defineProperty({}, Symbol.for("@platform/plugin"), { value: { name: "of-tomorrow", sdk: "^9.0", contract: 1 } })',
    )
    await refuses(site, { 'platform-plugin-of-tomorrow': '^1.0' }, /PLUGIN_SDK_MISMATCH/)
    expect(await served(site)).toContain(`${plugin} 0.2.0`)
  },
)

/** What the files of a folder take on the disk. */
async function sizeOf(folder: string): Promise<number> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true })
  const sizes = await Promise.all(
    entries.map(async ({ parentPath, name }) => (await lstat(join(parentPath, name))).blocks),
  )
  return sizes.reduce((sum, blocks) => sum + blocks * 512, 0)
}

function platform(site: Site, ...args: string[]) {
  return run(site.root, [process.execPath, join(site.root, 'node_modules/@platform/server/bin/platform.js'), ...args])
}

/** Lists one more package that can't be installed: the command fails, and the folder stays unchanged. */
async function refuses(site: Site, entry: Record<string, string>, says: RegExp): Promise<void> {
  const kept = ['package.json', 'package-lock.json', `node_modules/${plugin}/package.json`]
  const before = await Promise.all(kept.map(site.read))
  const list = await site.read('plugins.json')
  const [name = ''] = Object.keys(entry)
  await site.write({
    'plugins.json': JSON.stringify({ server: name === plugin ? [entry] : [...JSON.parse(list).server, entry] }),
  })
  const { code, err } = await platform(site, 'plugins', 'reconcile')
  expect([code, err]).toEqual([1, expect.stringMatching(says)])
  expect(await Promise.all(kept.map(site.read))).toEqual(before)
  if (name !== plugin) await expect(site.read(`node_modules/${name}/package.json`)).rejects.toThrow('ENOENT')
  await expect(site.read('ran')).rejects.toThrow('ENOENT')
  await site.write({ 'plugins.json': list })
}

async function publish(npmrc: string, manifest: object, index = 'module.exports = {}'): Promise<void> {
  await using folder = await createSite(
    { 'package.json': JSON.stringify(manifest), 'index.js': index, '.npmrc': npmrc },
    { packages: false },
  )
  const { code, err } = await run(folder.root, ['npm', 'publish', '--ignore-scripts'])
  expect(code, err).toBe(0)
}

/** Runs the server until it listens. @returns its output. */
async function served(site: Site): Promise<string> {
  const port = await freePort()
  const child = spawn(process.execPath, [join(site.root, 'node_modules/@platform/server/bin/platform.js'), 'serve'], {
    cwd: site.root,
    env: { PATH: process.env['PATH'], HOME: process.env['HOME'], PORT: String(port) },
    stdio: 'pipe',
  })
  const ended = new Promise<number | null>(resolve => {
    child.on('close', resolve)
  })
  let output = ''
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', chunk => {
      output += chunk
    })
  await expect.poll(() => /Listening on/.test(output) || child.exitCode !== null, { timeout: 30_000 }).toBe(true)
  child.kill('SIGTERM')
  expect(await ended, output).toBe(0)
  return output
}

async function freePort(): Promise<number> {
  const probe = createServer()
  await new Promise<void>(resolve => {
    probe.listen(0, '127.0.0.1', resolve)
  })
  const { port } = probe.address() as AddressInfo
  await new Promise(resolve => {
    probe.close(resolve)
  })
  return port
}
