import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { satisfies } from 'semver'
import { describe, expect, test } from 'vitest'
import { CreatePluginError, createPlugin, type PluginDraft } from '../src/index.ts'
import { RANGES } from '../src/package-file.ts'
import { emptyFolder } from './folder.ts'

async function written(draft: Omit<PluginDraft, 'directory'>, directory?: string) {
  const created = await createPlugin({ ...draft, directory: directory ?? (await emptyFolder()) })
  const texts = Object.fromEntries(
    await Promise.all(
      created.files.map(async file => [file, await readFile(join(created.directory, file), 'utf8')] as const),
    ),
  )
  return { ...created, texts, packageFile: JSON.parse(texts['package.json']!) as Record<string, any> }
}

describe('a plugin of its own', () => {
  test('has a server part, a client part, a test, and all that publishing needs', async () => {
    const { files, name, inWorkspace } = await written({ name: 'my-thing' })
    expect([name, inWorkspace]).toEqual(['platform-plugin-my-thing', false])
    expect(files).toEqual([
      '.changeset/config.json',
      '.changeset/first-release.md',
      '.github/workflows/ci.yml',
      '.github/workflows/release.yml',
      '.gitignore',
      'README.md',
      'client/css.d.ts',
      'client/index.tsx',
      'package.json',
      'server/index.ts',
      'test/client.test.ts',
      'test/my-thing.test.ts',
      'tsconfig.build.json',
      'tsconfig.json',
      'vitest.config.ts',
    ])
  })

  test('leaves no placeholder and no mark', async () => {
    const { texts } = await written({ name: 'my-thing', description: 'Says "hello" to <everybody>' })
    for (const text of Object.values(texts)) expect(text).not.toMatch(/__[A-Z]+__|<!--|workspace:/)
    expect(texts['README.md']).toContain('Says hello to everybody')
    expect(texts['README.md']).toContain('PLATFORM_PLUGIN_MY_THING_GREETING')
  })

  test('depends on releases that there are', async () => {
    const { packageFile } = await written({ name: 'my-thing' })
    expect(packageFile).toMatchObject({
      peerDependencies: { '@platform/plugin-sdk': RANGES['@platform/plugin-sdk'] },
      publishConfig: { provenance: true },
    })
    for (const [name, folder] of [
      ['@platform/plugin-sdk', 'packages/plugin-sdk'],
      ['@platform/plugin-testing', 'packages/plugin-testing'],
      ['@platform/server', 'apps/server'],
    ] as const) {
      const { version } = JSON.parse(
        await readFile(new URL(`../../../${folder}/package.json`, import.meta.url), 'utf8'),
      ) as { version: string }
      expect(packageFile['devDependencies'][name]).toBe(RANGES[name])
      expect(
        satisfies(version, RANGES[name]!),
        `${name} ${version} is not in ${RANGES[name]}: change RANGES in src/package-file.ts`,
      ).toBe(true)
    }
  })

  test('has no client part when none is wanted', async () => {
    const { files, packageFile, texts } = await written({ name: 'my-thing', client: false })
    expect(files.filter(file => file.includes('client'))).toEqual([])
    expect(Object.keys(packageFile['exports'])).toEqual(['.', './package.json'])
    expect(packageFile['files']).toEqual(['dist'])
    expect(texts['README.md']).not.toMatch(/browser|"client"/)
  })

  test('has no server part when none is wanted, and its README lists it under client', async () => {
    const { files, packageFile, texts } = await written({ name: 'my-thing', server: false })
    expect(files.filter(file => !file.startsWith('.'))).toEqual([
      'README.md',
      'client/css.d.ts',
      'client/index.tsx',
      'client/words.css',
      'package.json',
      'test/client.test.ts',
      'tsconfig.json',
      'vitest.config.ts',
    ])
    expect(packageFile).toMatchObject({ files: ['client'], exports: { './package.json': './package.json' } })
    expect(JSON.stringify(packageFile)).not.toMatch(/plugin-sdk|zod|dist|build/)
    expect(texts['README.md']).toContain('"client": [{"platform-plugin-my-thing": "^0.1"}]')
    for (const text of Object.values(texts)) expect(text).not.toMatch(/__[A-Z]+__|<!--|workspace:|"server":/)
  })

  test('its README lists both parts', async () => {
    const { texts } = await written({ name: 'my-thing' })
    for (const list of ['server', 'client'])
      expect(texts['README.md']).toContain(`"${list}": [{"platform-plugin-my-thing": "^0.1"}]`)
  })

  test.each([
    ['my-thing', 'platform-plugin-my-thing'],
    ['platform-plugin-my-thing', 'platform-plugin-my-thing'],
    ['@acme/my-thing', '@acme/platform-plugin-my-thing'],
    ['@acme/platform-plugin-my-thing', '@acme/platform-plugin-my-thing'],
  ])('%s is called %s', async (wanted, name) => {
    expect((await written({ name: wanted })).packageFile['name']).toBe(name)
  })
})

describe("a plugin of the platform's repository", () => {
  test('depends on the packages beside it, and leaves out what the repository has', async () => {
    const root = await emptyFolder()
    await mkdir(join(root, 'packages/plugin-sdk'), { recursive: true })
    await writeFile(join(root, 'pnpm-workspace.yaml'), '')
    await writeFile(join(root, 'packages/plugin-sdk/package.json'), '{}')
    const { files, packageFile, texts, inWorkspace } = await written(
      { name: 'my-thing' },
      join(root, 'plugins/platform-plugin-my-thing'),
    )
    expect(inWorkspace).toBe(true)
    expect(files).toEqual([
      'README.md',
      'client/css.d.ts',
      'client/index.tsx',
      'package.json',
      'server/index.ts',
      'test/client.test.ts',
      'test/my-thing.test.ts',
      'tsconfig.build.json',
      'tsconfig.json',
    ])
    expect(packageFile).toMatchObject({
      repository: { type: 'git', directory: 'plugins/platform-plugin-my-thing' },
      files: ['client', 'dist', '!dist/.tsbuildinfo', '!dist/**/*.d.ts.map'],
      peerDependencies: { '@platform/plugin-sdk': 'workspace:^' },
      devDependencies: {
        '@platform/plugin-sdk': 'workspace:^',
        '@platform/plugin-testing': 'workspace:^',
        '@platform/server': 'workspace:^',
      },
      scripts: { test: 'vitest run --root ../.. plugins/platform-plugin-my-thing/' },
    })
    expect(JSON.parse(texts['tsconfig.json']!)).toMatchObject({
      extends: '../../tsconfig.base.json',
      compilerOptions: { jsx: 'react-jsx', jsxImportSource: 'preact' },
    })
  })
})

describe('nothing is written', () => {
  test.each([
    '',
    'My-Thing',
    '../thing',
    '-thing',
    'my--thing',
    '9lives',
    'thing-',
    'platform-plugin-',
    '@acme/',
    'a'.repeat(120),
  ])('for the name "%s"', async name => {
    const error = await createPlugin({ name, directory: join(await emptyFolder(), 'x') }).catch(
      (reason: unknown) => reason,
    )
    expect(error).toBeInstanceOf(CreatePluginError)
    expect((error as CreatePluginError).code).toBe('NAME_INVALID')
  })

  test('without any part', async () => {
    const nothing = { name: 'my-thing', directory: join(await emptyFolder(), 'x'), client: false, server: false }
    await expect(createPlugin(nothing)).rejects.toMatchObject({ code: 'PARTS_MISSING', exitCode: 64 })
  })

  test('where there is something already', async () => {
    const directory = await emptyFolder()
    await writeFile(join(directory, 'mine.txt'), 'mine')
    for (const taken of [directory, join(directory, 'mine.txt')])
      await expect(createPlugin({ name: 'my-thing', directory: taken })).rejects.toMatchObject({
        code: 'DIRECTORY_TAKEN',
      })
  })
})
