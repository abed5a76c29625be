import { globSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { configure, MANIFEST, type Plugin } from '@platform/plugin-sdk'
import { expect, test } from 'vitest'
import { checkPlugin } from '../src/index.ts'

const root = fileURLToPath(new URL('../../..', import.meta.url))
const entries = globSync('plugins/platform-plugin-*/server/index.ts', { cwd: root })

/** What a plugin can't start without. */
const settings: Readonly<Record<string, object>> = {
  'platform-plugin-facebook-auth': { appId: 'an app', appSecret: 'a secret' },
  'platform-plugin-github-auth': { clientId: 'a client', clientSecret: 'a secret' },
  'platform-plugin-google-auth': { clientId: 'a client', clientSecret: 'a secret' },
  'platform-plugin-oidc-auth': {
    providers: [{ name: 'staff', issuer: 'https://id.example', clientId: 'a client', clientSecret: 'a secret' }],
  },
  'platform-plugin-slack-notifications': { webhookUrl: 'http://127.0.0.1:9/hook' },
}

test('there are plugins to check', () => {
  expect(entries.length).toBeGreaterThan(0)
})

async function load(entry: string): Promise<Plugin> {
  return ((await import(pathToFileURL(join(root, entry)).href)) as { default: Plugin }).default
}

test.each(entries)('%s keeps to the contract', async entry => {
  const folder = dirname(dirname(join(root, entry)))
  const plugin = await load(entry)
  const name = folder.split('/').at(-1)!
  const beside = await Promise.all(
    Object.keys(plugin[MANIFEST].requires ?? {}).map(required => load(`plugins/${required}/server/index.ts`)),
  )
  expect(
    await checkPlugin(name in settings ? configure(plugin, settings[name]) : plugin, { package: folder, beside }),
  ).toEqual([])
})
