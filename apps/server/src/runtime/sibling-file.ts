import { extname } from 'node:path'
import { fileURLToPath } from 'node:url'

/**
 * A file of ours beside the one that asks, as source or as built, whichever is running: threads and processes are
 * started by their file.
 *
 * @example
 * new Worker(siblingFile(import.meta.url, 'page-worker'))
 */
export function siblingFile(importer: string, name: string): URL {
  return new URL(`./${name}${extname(fileURLToPath(importer))}`, importer)
}
