import { mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createTestPlatform } from '@platform/plugin-testing'
import { expect, onTestFinished, test } from 'vitest'
import { readManifest } from '../../src/runtime/asset-manifest.ts'
import { visit } from './visit.ts'

const addressesIn = (html: string) =>
  [...html.matchAll(/(?:src|href)="([^"]*\/assets\/[^"]+)"/g)].map(match => match[1]!)

test('files are served under a name with their hash, for ever', async () => {
  await using platform = await createTestPlatform()
  const addresses = addressesIn((await visit(platform, '/demo')).html)
  expect(addresses.length).toBeGreaterThanOrEqual(3)
  for (const address of addresses) {
    expect(address).toMatch(/^\/assets\/[a-z]+[.-][\w-]{8,10}\.(css|js|svg)$/)
    const file = await platform.http(address)
    expect(file.status).toBe(200)
    expect(file.headers.get('cache-control')).toBe('public, max-age=31536000, immutable')
    expect(file.headers.get('x-content-type-options')).toBe('nosniff')
  }
})

test.each([
  'site.css',
  'site.0000000000.css',
  '..%2fpackage.json',
  '%2e%2e%2fpackage.json',
  '..%5c..%5cpackage.json',
  '__proto__',
  'constructor',
  '%00',
  '',
])('nothing else can be reached: /assets/%s', async name => {
  await using platform = await createTestPlatform()
  expect([400, 404]).toContain((await platform.http(`/assets/${name}`)).status)
})

test('a link in the folder of files is served only if its target is in the folder too', () => {
  const folder = mkdtempSync(join(tmpdir(), 'assets-'))
  const outside = mkdtempSync(join(tmpdir(), 'outside-'))
  onTestFinished(() => {
    for (const path of [folder, outside]) rmSync(path, { recursive: true })
  })
  writeFileSync(join(folder, 'site.css'), 'own')
  writeFileSync(join(outside, 'secret.css'), 'secret')
  symlinkSync('site.css', join(folder, 'inside.css'))
  symlinkSync(join(outside, 'secret.css'), join(folder, 'leads-out.css'))
  const manifest = readManifest(folder)
  const served = (name: string) => manifest.files.get(manifest.hashedName(name))?.bytes.toString()
  expect(['site.css', 'inside.css'].map(served)).toEqual(['own', 'own'])
  expect(() => served('leads-out.css')).toThrow('leads-out.css is not among the files')
})

test('without the static server pages load files from the configured address', async () => {
  await using platform = await createTestPlatform({
    env: { PLATFORM_DISABLE_STATIC_SERVER: 'TRUE', PLATFORM_STATIC_URI: 'https://cdn.example/files' },
  })
  const { html, headers } = await visit(platform, '/demo')
  const [address] = addressesIn(html)
  expect(address).toMatch(/^https:\/\/cdn\.example\/files\/assets\//)
  expect(headers.get('content-security-policy')).toContain('https://cdn.example')
  expect((await platform.http(new URL(address!).pathname.replace('/files', ''))).status).toBe(404)
})

test('below a mount path every address of a page starts with it, and leads somewhere', async () => {
  await using platform = await createTestPlatform({
    env: { PLATFORM_ROOT_URL: 'http://localhost:3000/talk', PLATFORM_ROOT_URL_MOUNT_PATH: 'TRUE' },
  })
  const asset = await platform.createAsset()
  const root = await platform.createComment({ asset })
  for (let i = 0; i < 5; i++) await platform.createComment({ asset, parent: root })
  for (const path of [
    '/talk',
    '/talk/',
    '/talk/demo',
    `/talk/discussions/${asset.id}`,
    `/talk/discussions/${asset.id}/comments/${root.id}`,
    '/talk/sign-in',
    '/talk/register',
    '/talk/admin/install',
    '/talk/nothing',
  ]) {
    const { html } = await visit(platform, path)
    const own = [...html.matchAll(/(?:href|src|action)="(\/[^"]*)"/g)].map(match => match[1]!.replaceAll('&amp;', '&'))
    expect(own.filter(address => !address.startsWith('/talk/'))).toEqual([])
    for (const address of new Set(own))
      expect([200, 303, 405]).toContain((await platform.http(address.split('#')[0]!)).status)
  }
})
