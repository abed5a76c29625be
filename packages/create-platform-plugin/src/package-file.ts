import type { Parts } from './template.ts'
import type { Workspace } from './workspace.ts'

/**
 * The ranges of releases that a written plugin depends on. The server checks its contract by the plugin's `sdk`. A test
 * compares these ranges with the versions in this repository.
 */
export const RANGES: Readonly<Record<string, string>> = Object.freeze({
  '@platform/client-sdk': '0.x',
  '@platform/plugin-sdk': '0.x',
  '@platform/plugin-testing': '0.x',
  '@platform/server': '0.x',
})

interface PackageFile {
  repository?: { type: string; directory: string }
  exports: Record<string, unknown>
  dependencies?: Record<string, string>
  files: string[]
  publishConfig: Record<string, unknown>
  scripts: Record<string, string>
  peerDependencies: Record<string, string>
  devDependencies: Record<string, string>
}

/** Packages that the root of the repository installs for all of its packages. */
const OF_THE_ROOT = ['@changesets/cli', '@types/node', 'typescript', 'vitest']

/** Types of Koa and Express, which the types of `router` and `app` have; a server does without them. */
const TYPES_OF_ROUTES = ['@types/express', '@types/koa']

/** Adapts the template's `package.json` to its own repository, or to that of the platform. */
export function adaptPackageFile(text: string, { client, server }: Parts, workspace: Workspace | null): string {
  const file = JSON.parse(text) as PackageFile
  if (!client) {
    file.files = file.files.filter(folder => folder !== 'client')
    delete file.peerDependencies['@platform/client-sdk']
    for (const name of ['@platform/client-sdk', 'preact']) delete file.devDependencies[name]
  }
  if (!server) {
    file.files = file.files.filter(folder => folder !== 'dist')
    delete file.exports['.']
    delete file.dependencies
    delete file.scripts['build']
    file.scripts['release'] = 'changeset publish'
    delete file.peerDependencies['@platform/plugin-sdk']
    for (const name of ['@platform/plugin-sdk', ...TYPES_OF_ROUTES]) delete file.devDependencies[name]
  }
  return `${JSON.stringify(workspace ? inWorkspace(file, workspace) : onItsOwn(file), null, 2)}\n`
}

function onItsOwn(file: PackageFile): PackageFile {
  const ranged = (names: Record<string, string>) =>
    Object.fromEntries(
      Object.entries(names).map(([name, range]) => [name, range.startsWith('workspace:') ? RANGES[name]! : range]),
    )
  return { ...file, peerDependencies: ranged(file.peerDependencies), devDependencies: ranged(file.devDependencies) }
}

function inWorkspace(file: PackageFile, { root, folder }: Workspace): PackageFile {
  const { release: _, ...scripts } = file.scripts
  const built = file.exports['.'] as object | undefined
  const { provenance: __, ...publishConfig } = file.publishConfig
  return {
    ...file,
    repository: { type: 'git', directory: folder },
    publishConfig,
    // The repository's compiler options make two kinds of files that are useful only in the repository.
    files: built ? [...file.files, '!dist/.tsbuildinfo', '!dist/**/*.d.ts.map'] : file.files,
    exports: built ? { ...file.exports, '.': { '@platform/source': './server/index.ts', ...built } } : file.exports,
    scripts: { ...scripts, test: `vitest run --root ${root} ${folder}/` },
    devDependencies: Object.fromEntries(
      Object.entries(file.devDependencies).filter(([name]) => !OF_THE_ROOT.includes(name)),
    ),
  }
}
