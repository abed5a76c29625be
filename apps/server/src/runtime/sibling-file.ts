import { extname } from 'node:path'
import { fileURLToPath } from 'node:url'

/**
 * The file of a module in the same folder, with the ending of the importing module: `.ts` when the sources run, `.js`
 * when the built files run. Threads and processes are started by their file.
 *
 * @example
 * new Worker(siblingFile(import.meta.url, 'page-worker'))
 */
export function siblingFile(importer: string, name: string): URL {
  return new URL(`./${name}${extname(fileURLToPath(importer))}`, importer)
}
