import { readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import {
  type FoundEntry,
  findEntry,
  hasClient,
  installed,
  installedDirectory,
  type PluginList,
  PREFIX,
  packageOf,
  readPlugin,
  reportOf,
} from '@platform/plugin-host'
import { SERVER_MODULES } from '../../main/load-plugins.ts'
import { PluginCommandError } from './command-error.ts'
import { type PackageManager, run } from './package-manager.ts'

/** What has to be done so that what is installed is what is listed. */
export interface Plan {
  readonly install: readonly Step[]
  /** Names without a range that are nowhere: nothing can be installed for them. */
  readonly unresolved: readonly string[]
  readonly settled: readonly string[]
}

export interface Step extends Pick<FoundEntry, 'version'> {
  readonly name: string
  readonly range: string
}

/** Compares the list with what is installed; nothing is changed. */
export function planReconciliation(root: string, list: PluginList): Plan {
  const entries = [
    ...new Map([...list.server, ...list.client].map(entry => [`${entry.name} ${entry.range}`, entry])).values(),
  ]
  const found = entries.map(entry => ({ ...entry, ...findEntry(root, entry) }))
  const wanting = found.filter(({ state }) => state === 'missing' || state === 'outdated')
  return {
    install: wanting.flatMap(({ name, range, version }) => (range === null ? [] : [{ name, range, version }])),
    unresolved: wanting.filter(({ range }) => range === null).map(({ name }) => name),
    settled: found.filter(entry => !wanting.includes(entry)).map(({ name }) => name),
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
  if (directory === null || !file || findEntry(root, { name, range }).state !== 'installed')
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
  const { problems } = await readPlugin({ name, range }, { root, source: 'plugins.json', server: SERVER_MODULES })
  return problems.map(reportOf)
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
