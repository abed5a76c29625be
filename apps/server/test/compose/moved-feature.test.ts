import { cp, mkdir, mkdtemp, readdir, readFile, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join, relative, resolve, sep } from 'node:path'
import { fileURLToPath } from 'node:url'
import { type LoadedPlugin, readPluginList } from '@platform/plugin-host'
import type { HookObject } from '@platform/plugin-sdk'
import { createTestPlatform } from '@platform/plugin-testing'
import { expect, test } from 'vitest'
import { loadPlugins } from '#server/main/load-plugins'
import { trialConfig } from '#server/main/trial-config'

const SOURCE = fileURLToPath(new URL('../../src', import.meta.url))
const MODULES = fileURLToPath(new URL('../../node_modules', import.meta.url))

/** Copies a feature of the core into the plugins of a new site; nothing but import specifiers is changed. */
async function moveOut(feature: string): Promise<{ root: string } & AsyncDisposable> {
  const root = await mkdtemp(join(tmpdir(), 'platform-moved-'))
  const folder = join(root, 'plugins', feature)
  await cp(join(SOURCE, 'features', feature), join(folder, feature), { recursive: true })
  for (const file of await readdir(join(folder, feature), { recursive: true })) {
    if (!file.endsWith('.ts')) continue
    const path = join(folder, feature, file)
    const before = join(SOURCE, 'features', feature, file)
    const text = await readFile(path, 'utf8')
    await writeFile(
      path,
      text.replace(/(?<=from ')(\.[^']+)(?=')/g, specifier => moved(specifier, before, feature)),
    )
  }
  // The feature is exported by its name; a plugin is the default export of its folder.
  await mkdir(join(folder, 'server'))
  await writeFile(
    join(folder, 'server/index.ts'),
    `export { ${feature}Feature as default } from '../${feature}/index.ts'\n`,
  )
  await writeFile(
    join(folder, 'package.json'),
    JSON.stringify({ name: feature, version: '1.0.0', type: 'module', exports: './server/index.ts' }),
  )
  await writeFile(join(root, 'plugins.json'), JSON.stringify({ server: [feature] }))
  await mkdir(join(root, 'node_modules', '@platform'), { recursive: true })
  await symlink(dirname(SOURCE), join(root, 'node_modules/@platform/server'))
  for (const name of await readdir(MODULES)) {
    if (name.startsWith('.') || name === '@platform') continue
    await symlink(join(MODULES, name), join(root, 'node_modules', name))
  }
  for (const name of await readdir(join(MODULES, '@platform')))
    await symlink(join(MODULES, '@platform', name), join(root, 'node_modules/@platform', name))
  return { root, [Symbol.asyncDispose]: () => rm(root, { recursive: true, force: true }) }
}

/**
 * A specifier inside the feature stays; one of another part of the server becomes the path of that file, because the
 * test runner resolves modules without the server's import hook, and finds by name only what package.json lists.
 */
function moved(specifier: string, file: string, feature: string): string {
  const target = resolve(dirname(file), specifier)
  return relative(SOURCE, target).startsWith(join('features', feature) + sep) ? specifier : target
}

test('a feature of the core that is moved into a plugin runs as a plugin', async () => {
  await using site = await moveOut('tags')
  const { plugins, problems } = await loadPlugins(
    site.root,
    await readPluginList(site.root, undefined),
    trialConfig(site.root),
  ).then(
    loaded => ({ ...loaded, problems: [] as unknown[] }),
    (error: unknown) => ({ plugins: [] as readonly LoadedPlugin[], problems: [error] }),
  )
  expect(problems).toEqual([])
  expect(plugins.map(({ name, core }) => ({ name, core }))).toEqual([{ name: 'tags', core: false }])
  await using platform = await createTestPlatform({
    plugins: plugins.map(({ hooks }) => hooks as HookObject),
    without: ['tags'],
  })
  expect(platform.services.composition.plugins.filter(({ name }) => name === 'tags').map(({ core }) => core)).toEqual([
    false,
  ])
  const admin = platform.as(await platform.createUser({ roles: ['ADMIN'] }))
  const comment = await platform.createComment({ asset: await platform.createAsset() })
  const tag = { name: 'GREAT', id: comment.id, item_type: 'COMMENTS', asset_id: comment.asset_id }
  const add = 'mutation ($tag: ModifyTagInput!) { addTag(tag: $tag) { errors { translation_key } } }'
  expect((await platform.graphql(add, { tag })).data?.['addTag']).toEqual({
    errors: [{ translation_key: 'NOT_AUTHORIZED' }],
  })
  expect((await admin.graphql(add, { tag })).data?.['addTag']).toBeNull()
  const read = 'query ($id: ID!) { comment(id: $id) { tags { tag { name } } } }'
  expect((await admin.graphql(read, { id: comment.id })).data).toEqual({
    comment: { tags: [{ tag: { name: 'GREAT' } }] },
  })
})
