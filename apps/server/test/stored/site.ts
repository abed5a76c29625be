import { mkdir, symlink, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { configure, type Plugin } from '@platform/plugin-sdk'
import { type Ran, run } from '../plugin-commands/site.ts'

const ROOT = fileURLToPath(new URL('../../../..', import.meta.url))
const BIN = join(ROOT, 'apps/server/bin/platform.js')

/** The values that the database of the fixture was written with: a test that opens it needs the same ones. */
export const SITE = {
  secret: 'the secret of the stored fixture, used nowhere else',
  password: 'a long enough password',
  /**
   * Far ahead, so that nothing in the fixture runs out while these tests are kept: stores compare with the real time.
   */
  begins: new Date('2099-01-01T12:00:00.000Z'),
} as const

/** What the fixture has, by names that a test can ask for: ids, and tokens as people were given them. */
export interface Known {
  readonly users: Readonly<Record<string, string>>
  readonly assets: Readonly<Record<string, string>>
  readonly comments: Readonly<Record<string, string>>
  readonly tokens: Readonly<Record<'personal' | 'revoked' | 'session' | 'ended' | 'outdated', string>>
}

/** Every plugin of this repository that stores something, or adds an index. */
const PLUGINS = [
  'like',
  'love',
  'respect',
  'upvote',
  'downvote',
  'offtopic',
  'featured-comments',
  'deep-reply-count',
  'rich-text',
  'sort-controversial',
]

/** The plugins, to be given to a test platform. */
export async function storedPlugins() {
  return Promise.all(
    PLUGINS.map(async name => {
      const { default: plugin } = (await import(
        pathToFileURL(join(ROOT, `plugins/platform-plugin-${name}/server/index.ts`)).href
      )) as { default: Plugin }
      return configure(plugin, {})
    }),
  )
}

/** Variables of the site whose data is in the folder. */
export function siteVariables(directory: string): Record<string, string> {
  return {
    NODE_ENV: 'test',
    PLATFORM_DOCSTORE_URL: `sqlite:${join(directory, 'platform.db')}`,
    PLATFORM_KVSTORE_URL: 'memory:',
    PLATFORM_JWT_SECRET: SITE.secret,
  }
}

/** Makes the folder one that commands can be run in: the plugins are listed there, and found. */
export async function listPlugins(directory: string): Promise<void> {
  const names = PLUGINS.map(name => `platform-plugin-${name}`)
  for (const name of names) {
    const place = join(directory, 'node_modules', name)
    await mkdir(dirname(place), { recursive: true })
    await symlink(join(ROOT, 'plugins', name), place)
  }
  await writeFile(join(directory, 'plugins.json'), JSON.stringify({ server: names, client: [] }))
}

/** Runs a command of the built command line on the data in the folder. */
export function platform(directory: string, args: readonly string[]): Promise<Ran> {
  return run(
    directory,
    [process.execPath, '--disable-warning=ExperimentalWarning', BIN, ...args],
    siteVariables(directory),
  )
}
