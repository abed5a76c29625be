import { readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { PluginCommandError } from './command-error.ts'
import { installed, installedDirectory, packageOf } from './locate.ts'
import { PREFIX } from './names.ts'
import { type PackageManager, run } from './package-manager.ts'
import type { PluginList } from './plugin-list.ts'
import { readPlugin } from './read-plugin.ts'
import { hasClient, type Stand, standOf } from './standing.ts'

/** What has to be done so that what is installed is what is listed. */
export interface Plan {
  readonly install: readonly Step[]
  /** Names without a range that are nowhere: nothing can be installed for them. */
  readonly unresolved: readonly string[]
  readonly settled: readonly string[]
}

export interface Step extends Pick<Stand, 'version'> {
  readonly name: string
  readonly range: string
}

/** Compares the list with what is installed; nothing is changed. */
export function planReconciliation(root: string, list: PluginList): Plan {
  const entries = [
    ...new Map([...list.server, ...list.client].map(entry => [`${entry.name} ${entry.range}`, entry])).values(),
  ]
  const standing = entries.map(entry => ({ ...entry, ...standOf(root, entry) }))
  const wanting = standing.filter(({ standing }) => standing === 'missing' || standing === 'outdated')
  return {
    install: wanting.flatMap(({ name, range, version }) => (range === null ? [] : [{ name, range, version }])),
    unresolved: wanting.filter(({ range }) => range === null).map(({ name }) => name),
    settled: standing.filter(entry => !wanting.includes(entry)).map(({ name }) => name),
  }
}

/**
 * Installs what a plan lists, all or nothing, and makes sure that it is what it should be.
 *
 * @throws PluginCommandError with what the package manager said, or what is wrong with a package; everything is as it was.
 */
export async function carryOut(root: string, { install }: Plan, manager: PackageManager): Promise<void> {
  if (packageOf(root) === null)
    throw new PluginCommandError(
      'PACKAGE_FILE_MISSING',
      `There is no package.json in ${root} to install plugins into. Make one that depends on @platform/server.`,
    )
  const kept = await keep(root, ['package.json', ...manager.lockFiles])
  const wanted = install.map(({ name, range }) => `${name}@${range}`)
  const { exitCode, output } = await run(root, manager.addCommand(wanted))
  if (exitCode !== 0) {
    await kept.restore()
    throw new PluginCommandError(
      'PLUGIN_INSTALL_FAILED',
      `${manager.name} could not install ${wanted.join(', ')}; nothing was changed. It said:\n${lastLines(output)}`,
    )
  }
  const wrong: string[] = []
  for (const step of install) wrong.push(...(await refusals(root, step)))
  if (wrong.length === 0) return
  await kept.restore()
  await run(root, manager.installCommand)
  // Once more: where there was no lock file, the package manager has just made one.
  await kept.restore()
  throw new PluginCommandError('PLUGIN_REFUSED', `Nothing was changed:\n${wrong.join('\n').replace(/^/gm, '  ')}`)
}

/** Why an installed package is not used. Its code runs only when it says that it is a plugin. */
async function refusals(root: string, { name, range }: Step): Promise<string[]> {
  const directory = installedDirectory(root, name)
  const file = directory === null ? null : packageOf(directory)
  if (directory === null || !file || standOf(root, { name, range }).standing !== 'installed')
    return [`${name}: ${file?.version ?? 'nothing'} was installed, and ${range} is asked for`]
  const says =
    file.peerDependencies?.['@platform/plugin-sdk'] !== undefined ||
    name.includes(PREFIX) ||
    (Array.isArray(file.keywords) && file.keywords.includes('platform-plugin'))
  if (!says)
    return [
      `${name} is no plugin of the platform: it has neither the keyword "platform-plugin" nor @platform/plugin-sdk among its peer dependencies`,
    ]
  if (!installed(root, name))
    return hasClient(directory) ? [] : [`${name} has neither a part for the server nor one for the browser`]
  const { problems } = await readPlugin(root, { name, range }, 'plugins.json')
  return problems.map(({ code, message, fix }) => `${code}  ${message}${fix ? `\n  fix  ${fix}` : ''}`)
}

interface Kept {
  restore(): Promise<void>
}

/** Remembers files as they are. */
async function keep(root: string, names: readonly string[]): Promise<Kept> {
  const files = await Promise.all(
    names.map(async name => ({ path: join(root, name), content: await readFile(join(root, name)).catch(() => null) })),
  )
  return {
    async restore() {
      for (const { path, content } of files)
        await (content === null ? rm(path, { force: true }) : writeFile(path, content))
    },
  }
}

function lastLines(output: string): string {
  return output
    .split('\n')
    .slice(-15)
    .map(line => `  ${line}`)
    .join('\n')
}
