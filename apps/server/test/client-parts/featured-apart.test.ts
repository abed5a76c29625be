import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { createTestPlatform } from '@platform/plugin-testing'
import { loadStreamBuild, withParts } from '@platform/stream'
import { expect, test } from 'vitest'

const ROOT = join(import.meta.dirname, '../../../..')

/** The sources of what a server runs and a browser loads without any plugin. */
const CORE = ['apps/server', 'apps/stream', 'apps/admin', 'packages/config', 'packages/client-kit', 'packages/auth']

test('the core does not name the tag of featured comments', () => {
  const naming = CORE.flatMap(folder =>
    readdirSync(join(ROOT, folder, 'src'), { recursive: true, encoding: 'utf8' })
      .map(path => join(folder, 'src', path))
      .filter(path => /\.(?:tsx?|css|graphql)$/.test(path))
      .filter(path => /FEATURED|\bfeatured\b|\.featured/.test(readFileSync(join(ROOT, path), 'utf8'))),
  )
  // The description of the variable has the tab of a plugin as an example.
  expect(naming).toEqual(['packages/config/src/variables/moderation.ts'])
})

test('without the plugin a comment with its tag has no badge, and the list no tab', async () => {
  await using platform = await createTestPlatform({ streamBuild: withParts(await loadStreamBuild(), []) })
  const asset = await platform.createAsset()
  const author = await platform.createUser({ roles: ['MODERATOR'] })
  await platform.createComment({ asset, author, body: 'well said', tags: ['FEATURED'] })
  const html = await (await platform.http(`/discussions/${asset.id}`)).text()
  expect(html).toContain('well said')
  expect(html.replaceAll('"FEATURED"', '')).not.toMatch(/featured/i)
})
