import { mkdir, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { createTestPlatform } from '@platform/plugin-testing'
import { expect, test } from 'vitest'
import { emptyFolder, serve } from '../cli/command.ts'
import { freePort } from '../free-port.ts'
import { requirePlugin } from './require-plugin.ts'

const METRICS = `
const seen = []
module.exports = {
  app(app) {
    app.locals.site = 'The Paper'
    app.engine('shout', (path, options, done) => done(null, options.site.toUpperCase() + ' ' + options.word))
    app.set('views', __dirname + '/views')
    app.use((req, res, next) => {
      seen.push(req.method + ' ' + req.path)
      res.set('x-count', String(seen.length))
      res.locals.word = 'hello'
      next()
    })
    app.get('/metrics', (req, res) => res.type('text').send(seen.join()))
    app.koa.use((ctx, next) => { ctx.set('x-koa', ctx.path); return next() })
  },
  router(router) {
    router.get('/api/v1/page', (req, res) => res.render('page', { text: '<b>' }))
    router.get('/api/v1/shout', (req, res) => res.render('page.shout'))
  },
}`
const FILES = {
  'index.js': METRICS,
  'views/page.html': "{{ site }}: {{ word }} {{ text }}{% render 'foot' %}",
  'views/foot.html': '.',
  'views/page.shout': '',
}

test('app is an Express application that sees every request, and app.koa is the one of Koa', async () => {
  await using metrics = await requirePlugin('metrics', FILES)
  await using platform = await createTestPlatform({ plugins: [metrics.plugin] })
  const page = await platform.http('/login')
  await platform.http('/api/v1/graph/ql?query={__typename}')
  await platform.http('/api/v1/nothing')
  expect(page.headers.get('x-koa')).toBe('/login')
  const answer = await platform.http('/metrics')
  expect(await answer.text()).toBe('GET /login,GET /api/v1/graph/ql,GET /api/v1/nothing,GET /metrics')
  expect(answer.headers.get('x-count')).toBe('4')
  expect(answer.headers.get('x-powered-by')).toBe(null)
})

test('a shared answer passes the middleware too, and has the headers of its own request', async () => {
  await using metrics = await requirePlugin('metrics', FILES)
  await using platform = await createTestPlatform({ plugins: [metrics.plugin] })
  const asset = await platform.createAsset()
  const query = `/api/v1/graph/ql?query=${encodeURIComponent(`{ asset(id: "${asset.id}") { id title } }`)}`
  const answers = [await platform.http(query), await platform.http(query), await platform.http(query)]
  expect(answers.map(({ headers }) => headers.get('x-count'))).toEqual(['1', '2', '3'])
  expect(new Set(await Promise.all(answers.map(answer => answer.text()))).size).toBe(1)
})

test('routes render views with the values of app.locals and res.locals, escaped, and with engines of the hook', async () => {
  await using metrics = await requirePlugin('metrics', FILES)
  await using platform = await createTestPlatform({ plugins: [metrics.plugin] })
  expect(await (await platform.http('/api/v1/page')).text()).toBe('The Paper: hello &lt;b&gt;.')
  expect(await (await platform.http('/api/v1/shout')).text()).toBe('THE PAPER hello')
})

test('a view is found in the folder views of the plugin, without any setting', async () => {
  await using folder = await emptyFolder()
  const plugin = join(folder.path, 'plugins/pages')
  await mkdir(join(plugin, 'views'), { recursive: true })
  await writeFile(join(plugin, 'views/hello.html'), 'Hello {{ name }}')
  await writeFile(
    join(plugin, 'index.js'),
    "module.exports = { router: router => { router.get('/hello', (_req, res) => res.render('hello', { name: '<i>' })) } }",
  )
  await writeFile(join(folder.path, 'plugins.json'), '{ "server": ["pages"] }')
  await using server = await serve({ cwd: folder.path, port: await freePort() })
  expect(await (await fetch(`${server.url}/hello`)).text()).toBe('Hello &lt;i&gt;')
}, 60_000)

test('a name of a view leads to no file outside of the folder of views, and a whole path only into its plugin', async () => {
  await using folder = await emptyFolder()
  const plugin = join(folder.path, 'plugins/pages')
  const files = {
    'plugins/pages/views/hello.html': 'Hello',
    'plugins/pages/views/inner/deep.html': 'Deep',
    'plugins/pages/views-of-others/secret.html': 'SECRET',
    'plugins/pages/secret.html': 'OWN',
    'secret.html': 'SECRET',
    'plugins/pages/index.js': `module.exports = {
      router: router => { router.get('/page', (req, res) => res.render(req.query.name)) } }`,
    'plugins.json': '{ "server": ["pages"] }',
  }
  for (const [name, content] of Object.entries(files)) {
    await mkdir(dirname(join(folder.path, name)), { recursive: true })
    await writeFile(join(folder.path, name), content)
  }
  await using server = await serve({ cwd: folder.path, port: await freePort() })
  const ask = async (name: string) => {
    const answer = await fetch(`${server.url}/page?${new URLSearchParams({ name })}`)
    return [answer.status, answer.status === 200 ? await answer.text() : (await answer.text()).includes('SECRET')]
  }
  expect(await ask('inner/../hello')).toEqual([200, 'Hello'])
  expect(await ask('inner/deep')).toEqual([200, 'Deep'])
  expect(await ask(join(plugin, 'secret.html'))).toEqual([200, 'OWN'])
  for (const name of [
    '../secret',
    '../../../secret.html',
    '../views-of-others/secret',
    join(folder.path, 'secret.html'),
  ])
    expect([name, ...(await ask(name))]).toEqual([name, 500, false])
  expect(server.log).toContain('Failed to lookup view')
}, 60_000)

test('a body that middleware has read makes a failure, and no request that waits for ever', async () => {
  await using reader = await requirePlugin('reader', {
    'index.js': `module.exports = {
      app: app => { app.use((req, res, next) => { req.resume().once('end', () => next()) }) } }`,
  })
  await using platform = await createTestPlatform({ plugins: [reader.plugin] })
  const answer = await platform.http('/api/v1/graph/ql', {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: '{"query":"{ __typename }"}',
  })
  expect(answer.status).toBe(500)
  expect(JSON.stringify(platform.logs)).toContain('the body was read before the server could')
})
