import { dirname, sep } from 'node:path'
import { fileURLToPath } from 'node:url'

/** Folders of the platform itself. What is started there is not attributed to a plugin. */
const PLATFORM = ['@platform/server', '@platform/plugin-sdk'].map(name =>
  dirname(fileURLToPath(import.meta.resolve(`${name}/package.json`))),
)
/** The other packages of the platform, as their folders are called in its repository. */
const SIBLINGS = ['auth', 'config', 'core-schema', 'docstore', 'kvstore', 'plugin-host']
/** This folder, whose own calls are in every stack. */
const HERE = dirname(fileURLToPath(import.meta.url))

/**
 * The innermost place of a stack that is in a plugin or in the test around it, as `server/index.ts:12:5`.
 * `null` when the call came from the platform, a library or the test runner.
 */
export function pluginFrame(stack: string): string | null {
  for (const line of stack.split('\n').slice(1)) {
    if (/[( ]node:/.test(line)) continue
    const file = /((?:file:\/\/)?(?:[A-Za-z]:)?[\\/][^():]+:\d+:\d+)\)?$/
      .exec(line)?.[1]
      ?.replace(/^file:\/\/(?:\/(?=[A-Za-z]:))?/, '')
    if (file === undefined || file.startsWith(HERE + sep)) continue
    if (isPlatform(file)) return null
    if (!file.includes(`${sep}node_modules${sep}`)) return file
  }
  return null
}

function isPlatform(file: string): boolean {
  return (
    /[\\/]node_modules[\\/]@platform[\\/]/.test(file) ||
    PLATFORM.some(
      folder => file.startsWith(`${folder}${sep}src${sep}`) || file.startsWith(`${folder}${sep}dist${sep}`),
    ) ||
    SIBLINGS.some(name => PLATFORM.some(folder => file.startsWith(`${dirname(folder)}${sep}${name}${sep}`)))
  )
}
