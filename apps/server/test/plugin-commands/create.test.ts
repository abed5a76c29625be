import { expect, test } from 'vitest'
import { sitesInTurn } from './site.ts'

const createSite = sitesInTurn()

test('a plugin that was created can be listed immediately, and nothing is wrong with it', async () => {
  await using site = await createSite({ 'plugins.json': '{"server": []}' })
  const { code, json } = await site.platform(['plugins', 'create', 'my-thing', '--json'])
  expect([code, json()]).toEqual([
    0,
    {
      name: 'platform-plugin-my-thing',
      directory: 'plugins/platform-plugin-my-thing',
      next: ['platform plugins add platform-plugin-my-thing --client', 'platform dev'],
    },
  ])
  expect(JSON.parse(await site.read('plugins/platform-plugin-my-thing/package.json'))).toMatchObject({
    name: 'platform-plugin-my-thing',
    keywords: ['platform-plugin'],
  })
  expect((await site.platform(['plugins', 'add', 'platform-plugin-my-thing'])).code).toBe(0)
  expect(await site.platform(['plugins', 'doctor'])).toMatchObject({ code: 0 })
})

test('a plugin without a part for the server is listed under client only, and built', async () => {
  await using site = await createSite({ 'plugins.json': '{"client": []}' })
  const { json } = await site.platform(['plugins', 'create', 'my-thing', '--no-server', '--json'])
  expect(json()).toMatchObject({ next: ['platform plugins add platform-plugin-my-thing', 'platform dev'] })
  const added = (await site.platform(['plugins', 'add', 'platform-plugin-my-thing', '--json'])).json()
  expect(added).toMatchObject({
    sections: ['client'],
    notes: ['the client parts are built: deploy .platform/client with the project'],
  })
  const neither = await site.platform(['plugins', 'create', 'other', '--no-server', '--no-client'])
  expect([neither.code, neither.err]).toEqual([1, expect.stringContaining('at least one part')])
})

test.for([
  ['my-thing', 'is there'],
  ['my--thing', 'is no name'],
] as const)('%s %s, and is refused', async ([name]) => {
  await using site = await createSite(
    { 'plugins.json': '{"server": []}', 'plugins/my-thing/index.js': 'module.exports = {}' },
    { packages: false },
  )
  const { code, err } = await site.platform(['plugins', 'create', name])
  expect(code).toBeGreaterThan(0)
  expect(err).toContain(name)
  expect(err).not.toContain('    at ')
})
