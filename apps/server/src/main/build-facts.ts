import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { type ClientPart, findClientParts, type PluginList, type Problem, referenceTo } from '@platform/plugin-host'
import { RELEASED_BUILD } from '@platform/stream'

/** The folder of a project's own build. */
export const BUILD_FOLDER = '.platform/client'

/** The facts that a build keeps about itself. */
interface BuildFacts {
  readonly release: string
  readonly isWatched?: boolean
  readonly parts: readonly Pick<ClientPart, 'plugin' | 'version' | 'hash'>[]
}

/** The folder of the build that a project with these parts uses. */
export const folderOf = (root: string, parts: readonly ClientPart[]): string =>
  hasAll(RELEASED_BUILD, parts) ? RELEASED_BUILD : join(root, BUILD_FOLDER)

/** Whether a build was made with these parts as they are, by this release. */
export function hasAll(folder: string, parts: readonly ClientPart[]): boolean {
  const facts = factsOf(folder)
  return (
    facts !== null &&
    facts.release === factsOf(RELEASED_BUILD)?.release &&
    parts.every(({ plugin, hash }) => facts.parts.some(built => built.plugin === plugin && built.hash === hash))
  )
}

/** @returns `null` where there is no build. */
export function factsOf(folder: string): BuildFacts | null {
  const file = join(folder, 'build.json')
  return existsSync(file) ? (JSON.parse(readFileSync(file, 'utf8')) as BuildFacts) : null
}

/**
 * The problem that a project's own build was made by another release, or of other parts: in production the next start
 * would end with it. A project without any build is one that is put together only now.
 */
export function outdatedBuild(root: string, list: PluginList): readonly Problem[] {
  const { parts } = findClientParts(root, list)
  const folder = folderOf(root, parts)
  if (factsOf(folder) === null || hasAll(folder, parts)) return []
  return [
    {
      code: 'PLUGIN_BUILD_OUTDATED',
      plugins: parts.map(({ plugin, version, entry }) => referenceTo({ name: plugin, version, origin: entry })),
      hook: 'client',
      message: `the client parts in ${BUILD_FOLDER} were built by another version of the server, or changed since`,
      fix: 'run platform build, and deploy that folder with the project',
    },
  ]
}
