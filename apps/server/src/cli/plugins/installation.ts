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

/** The packages to install so that the installed plugins are the listed ones. */
export interface Plan {
  readonly install: readonly Step[]
  /** Names without a range that are no folder and not installed: no package can be installed for them. */
  readonly unresolved: readonly string[]
  /** Names whose installed version, or folder, is the listed one. */
  readonly satisfied: readonly string[]
}

export interface Step extends Pick<FoundEntry, 'version'> {
  readonly name: string
  readonly range: string
}

/** Compares the list with the installed packages; changes nothing. */
export function planReconciliation(root: string, list: PluginList): Plan {
  const entries = [
    ...new Map([...list.server, ...list.client].map(entry => [`${entry.name} ${entry.range}`, entry])).values(),
  ]
  const found = entries.map(entry => ({ ...entry, ...findEntry(root, entry) }))
  const missing = found.filter(({ state }) => state === 'missing' || state === 'outdated')
  return {
    install: missing.flatMap(({ name, range, version }) => (range === null ? [] : [{ name, range, version }])),
    unresolved: missing.filter(({ range }) => range === null).map(({ name }) => name),
    satisfied: found.filter(entry => !missing.includes(entry)).map(({ name }) => name),
  }
}

/**
 * Installs all packages of a plan, or none, and checks that each is a plugin in its range.
 *
 * @throws PluginCommandError with the output of the package manager, or the fault of a package. Everything that changed
 * is restored first.
 */
export async function carryOut(root: string, { install }: Plan, manager: PackageManager): Promise<void> {
  if (packageOf(root) === null)
    throw new PluginCommandError(
      'PACKAGE_FILE_MISSING',
      `There is no package.json in ${root} to install plugins into. Create one that depends on @platform/server.`,
    )
  const files = await remember(root, ['package.json', ...manager.lockFiles])
  const wanted = install.map(({ name, range }) => `${name}@${range}`)
  const { exitCode, output } = await run(root, manager.addCommand(wanted))
  if (exitCode !== 0) {
    await files.restore()
    throw new PluginCommandError(
      'PLUGIN_INSTALL_FAILED',
      `${manager.name} could not install ${wanted.join(', ')}; nothing was changed. The end of its output:\n` +
        lastLines(output),
    )
  }
  const wrong: string[] = []
  for (const step of install) wrong.push(...(await refusals(root, step)))
  if (wrong.length === 0) return
  await files.restore()
  await run(root, manager.installCommand)
  // The package manager has just created a lock file if there was none: it is removed too.
  await files.restore()
  throw new PluginCommandError('PLUGIN_REFUSED', `Nothing was changed:\n${wrong.join('\n').replace(/^/gm, '  ')}`)
}

/** The reasons why an installed package can't be used. Its code runs only if package.json says that it is a plugin. */
async function refusals(root: string, { name, range }: Step): Promise<string[]> {
  const directory = installedDirectory(root, name)
  const file = directory === null ? null : packageOf(directory)
  if (directory === null || !file || findEntry(root, { name, range }).state !== 'installed')
    return [`${name}: ${file?.version ?? 'nothing'} was installed, but ${range} is required`]
  const wrong = noPlugin(directory, name)
  if (wrong !== null) return [wrong]
  if (!installed(root, name))
    return hasClient(directory) ? [] : [`${name} has neither a part for the server nor one for the browser`]
  const { problems } = await readPlugin({ name, range }, { root, source: 'plugins.json', server: SERVER_MODULES })
  return problems.map(reportOf)
}

/** Why a package is no plugin, by its package.json; `null` for a plugin. */
export function noPlugin(directory: string, name: string): string | null {
  const { peerDependencies, keywords } = packageOf(directory) ?? {}
  const isMarked =
    peerDependencies?.['@platform/plugin-sdk'] !== undefined ||
    name.includes(PREFIX) ||
    (Array.isArray(keywords) && keywords.includes('platform-plugin'))
  return isMarked
    ? null
    : `${name} is not a plugin of the platform: its package.json has neither the keyword "platform-plugin" nor ` +
        '@platform/plugin-sdk among its peer dependencies'
}

interface RememberedFiles {
  restore(): Promise<void>
}

/** Remembers the contents of files; a file that does not exist is deleted by `restore`. */
async function remember(root: string, names: readonly string[]): Promise<RememberedFiles> {
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
