import { expect, test } from 'vitest'
import { createSite } from './site.ts'

test('a plugin that was created can be listed immediately, and nothing is wrong with it', async () => {
  await using site = await createSite({ 'plugins.json': '{"server": []}' })
  const { code, json } = await site.platform(['plugins', 'create', 'my-thing', '--json'])
  expect([code, json()]).toEqual([
    0,
    {
      name: 'platform-plugin-my-thing',
      directory: 'plugins/platform-plugin-my-thing',
      next: expect.arrayContaining(['platform plugins add platform-plugin-my-thing']),
    },
  ])
  expect(JSON.parse(await site.read('plugins/platform-plugin-my-thing/package.json'))).toMatchObject({
    name: 'platform-plugin-my-thing',
    keywords: ['platform-plugin'],
  })
  expect((await site.platform(['plugins', 'add', 'platform-plugin-my-thing'])).code).toBe(0)
  expect(await site.platform(['plugins', 'doctor'])).toMatchObject({ code: 0 })
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
