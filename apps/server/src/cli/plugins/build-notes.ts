import { relative } from 'node:path'
import { CompositionError, packageOf } from '@platform/plugin-host'
import { BUNDLER_MISSING, bundlerPackage, isBundlerInstalled } from '../../main/bundler.ts'
import { detectPackageManager, run } from './package-manager.ts'
import { openProject } from './project.ts'

/**
 * Loads what checks client parts: a whole server. Most lists have no need of it. A command that installs packages loads
 * it before that, because some package managers move the packages of a running program.
 */
export const loadChecks = (): Promise<typeof import('./checked-build.ts')> => import('./checked-build.ts')

/**
 * Builds the client parts of the list as it is now. The bundler is installed first where it is needed and missing.
 *
 * @returns what the operator should know about it.
 */
export async function buildNotes(): Promise<readonly string[]> {
  const project = await openProject()
  const { root, list } = project
  if (list.client.length === 0) return []
  const { buildChecked } = await loadChecks()
  try {
    const made = await buildChecked(project)
    if (made === null) return []
    return [`the client parts are built: deploy ${relative(root, made.folder)} with the project`, ...made.warnings]
  } catch (error) {
    if (!(error instanceof CompositionError)) throw error
    const lacksBundler = error.problems.some(({ code }) => code === BUNDLER_MISSING)
    if (!lacksBundler || !(await installBundler(root))) return [`${error.message}\nThen run platform build`]
    const note = `${bundlerPackage()} is installed, which bundles client parts that the release does not have`
    // Some package managers move the packages of a running program, which then finds the new one at its next start.
    return isBundlerInstalled() ? [note, ...(await buildNotes())] : [note, 'run platform build']
  }
}

/** @returns whether it was installed. Where it was not, the problem itself says how to. */
async function installBundler(root: string): Promise<boolean> {
  if (packageOf(root) === null) return false
  const command = detectPackageManager(root).addCommand([bundlerPackage()])
  const { exitCode } = await run(root, command).catch(() => ({ exitCode: null }))
  return exitCode === 0
}
