import { createRequire } from 'node:module'
import { dirname } from 'node:path'
import {
  type ClientPart,
  CompositionError,
  installedDirectory,
  type PackageFile,
  packageOf,
  referenceTo,
} from '@platform/plugin-host'

type Bundling = typeof import('@platform/stream/build')

const NAME = 'vite'
/** The code of the problem that the bundler is not installed. */
export const BUNDLER_MISSING = 'PLUGIN_BUNDLER_MISSING'

const STREAM = dirname(createRequire(import.meta.url).resolve('@platform/stream/package.json'))

/**
 * The bundler, as a package manager names it, with the range that the stream asks for. It takes a quarter of the space
 * of a server, and only sites with client parts that the release lacks need it.
 */
export function bundlerPackage(): string {
  const { peerDependencies = {} } = packageOf(STREAM) as PackageFile
  return `${NAME}@${peerDependencies[NAME]}`
}

/** Whether the bundler is installed where the stream finds it. Node is not asked: it would remember that it is not. */
export const isBundlerInstalled = (): boolean => installedDirectory(STREAM, NAME) !== null

/**
 * Loads what bundles client parts. It is loaded only where something is built.
 *
 * @throws CompositionError where the bundler is not installed.
 */
export async function bundling(parts: readonly ClientPart[]): Promise<Bundling> {
  if (isBundlerInstalled()) return await import('@platform/stream/build')
  throw new CompositionError([
    {
      code: BUNDLER_MISSING,
      plugins: parts.map(({ plugin, version, entry }) => referenceTo({ name: plugin, version, origin: entry })),
      message: `client parts that the release does not have are bundled by ${NAME}, which is not installed`,
      fix: `install it beside the server: npm install ${bundlerPackage()}`,
    },
  ])
}
