import { createRequire } from 'node:module'
import { dirname } from 'node:path'
import { type ClientPart, CompositionError, packageOf, referenceTo } from '@platform/plugin-host'
import { z } from 'zod'

type Bundling = typeof import('@platform/stream/build')

const NAME = 'vite'
/** The code of the problem that it is not installed. */
export const BUNDLER_MISSING = 'PLUGIN_BUNDLER_MISSING'

/**
 * The bundler, as a package manager names it, with the range that the stream asks for. It takes a quarter of the space
 * of a server, and only those need it who have client parts that the release lacks.
 */
export function bundlerPackage(): string {
  const range = stream.file.peerDependencies[NAME]
  return `${NAME}@${range}`
}

/** Whether the bundler is installed where the stream finds it. */
export function isBundlerInstalled(): boolean {
  try {
    stream.require.resolve(`${NAME}/package.json`)
    return true
  } catch {
    return false
  }
}

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

const stream = (() => {
  const path = createRequire(import.meta.url).resolve('@platform/stream/package.json')
  const file = z.object({ peerDependencies: z.object({ [NAME]: z.string() }) }).parse(packageOf(dirname(path)))
  return { require: createRequire(path), file }
})()
