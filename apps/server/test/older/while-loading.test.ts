import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { emptyFolder, platform, serve } from '../cli/command.ts'
import { freePort } from '../free-port.ts'

const OLD = `
const { ROOT_URL, JWT_ISSUER } = require('config')
const { passport } = require('services/passport')
const to = name => ({ name, authenticate() { this.redirect('https://provider.example/' + name) } })
passport.use(to('early'))
const early = passport.authenticate('early', { session: false })
const known = typeof passport._strategy('early')
module.exports = {
  authStrategies(registry) { registry.use(to('late')) },
  router(router) {
    const { passport: same } = require('services/passport')
    const names = ['early', 'late'].map(name => typeof same._strategy(name))
    router.get('/old/early', early)
    router.get('/old/late', same.authenticate('late', { session: false }))
    router.get('/old', (req, res) => res.json({ ROOT_URL, JWT_ISSUER, known, names, same: same === passport }))
  },
  app(app) {
    const again = require('services/authentication').passport
    app.get('/old/app', again.authenticate('late', { session: false }))
    app.get('/old/root', (req, res) => res.send(require('config').ROOT_URL))
  },
}`

async function folderWith(plugins: Readonly<Record<string, string>>) {
  const folder = await emptyFolder()
  for (const [name, text] of Object.entries(plugins)) {
    await mkdir(join(folder.path, 'plugins', name), { recursive: true })
    await writeFile(join(folder.path, 'plugins', name, 'index.js'), text)
  }
  await writeFile(join(folder.path, 'plugins.json'), JSON.stringify({ server: Object.keys(plugins) }))
  return folder
}

test('a CommonJS plugin has configuration and strategies at the top of its module, in router and in app', async () => {
  await using folder = await folderWith({ old: OLD })
  const port = await freePort()
  await using server = await serve({ cwd: folder.path, port, env: { PLATFORM_JWT_ISSUER: 'the issuer' } })
  const redirect = async (path: string) =>
    (await fetch(server.url + path, { redirect: 'manual' })).headers.get('location')
  expect(await (await fetch(`${server.url}/old`)).json()).toEqual({
    ROOT_URL: `http://localhost:${port}`,
    JWT_ISSUER: 'the issuer',
    known: 'object',
    names: ['object', 'object'],
    same: true,
  })
  expect(await (await fetch(`${server.url}/old/root`)).text()).toBe(`http://localhost:${port}`)
  expect(await redirect('/old/early')).toBe('https://provider.example/early')
  expect(await redirect('/old/late')).toBe('https://provider.example/late')
  expect(await redirect('/old/app')).toBe('https://provider.example/late')
}, 60_000)

test('plugins doctor finds nothing wrong with such a plugin, also when the configuration is invalid', async () => {
  await using folder = await folderWith({ old: OLD })
  for (const env of [{}, { PLATFORM_KEEP_ALIVE: 'soon' }]) {
    const { stdout, stderr } = await platform(['plugins', 'doctor', '--json'], { cwd: folder.path, env })
    expect(JSON.parse(stdout), stderr).toMatchObject({ healthy: true })
  }
}, 60_000)

test('two plugins that register one strategy while they are loaded are a conflict that names both', async () => {
  const register = "require('services/passport').passport.use({ name: 'same', authenticate() {} }); module.exports = {}"
  await using folder = await folderWith({ one: register, two: register })
  const { stdout } = await platform(['plugins', 'doctor', '--json'], { cwd: folder.path })
  const { findings } = JSON.parse(stdout) as { findings: { plugins: string[] }[] }
  expect(findings.map(({ plugins }) => plugins)).toContainEqual(['one', 'two'])
}, 60_000)

test('a service that a plugin uses too early is named, with the place where it can be used', async () => {
  await using folder = await folderWith({ hasty: "require('services/users').findById('1'); module.exports = {}" })
  const { exitCode, stderr } = await platform(['serve'], { cwd: folder.path })
  expect([exitCode, stderr]).toEqual([78, expect.stringContaining('the service users does not exist while plugins')])
  expect(stderr).toContain('the hook init')
}, 60_000)
