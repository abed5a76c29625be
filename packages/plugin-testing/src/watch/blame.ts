import { dirname, sep } from 'node:path'
import { fileURLToPath } from 'node:url'

/** Folders of the platform itself. What begins there is not a plugin's doing. */
const PLATFORM = ['@platform/server', '@platform/plugin-sdk'].map(name =>
  dirname(fileURLToPath(import.meta.resolve(`${name}/package.json`))),
)
/** The packages beside them, where they are not installed but built. */
const SIBLINGS = ['auth', 'config', 'core-schema', 'docstore', 'kvstore', 'plugin-host']
/** This folder: whoever watches is not what is watched. */
const HERE = dirname(fileURLToPath(import.meta.url))

/**
 * The place in a plugin, or in the test around it, that a stack goes back to: `server/index.ts:12:5`.
 * `null` when it is the platform's own, a library's or the test runner's.
 */
export function placeOf(stack: string): string | null {
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
