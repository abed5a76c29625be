import { existsSync, lstatSync, readlinkSync, realpathSync } from 'node:fs'
import { dirname, resolve } from 'node:path'

/**
 * The file that a path leads to. SQLite has its log beside the file itself, and so has this package its lock: a file of
 * two names is open in one process only.
 */
export function fileOf(path: string): string {
  if (!isLink(path)) return path
  return existsSync(path) ? realpathSync(path) : fileOf(resolve(dirname(path), readlinkSync(path)))
}

/** Why a path can't be looked at is said when the file is opened. */
function isLink(path: string): boolean {
  try {
    return lstatSync(path).isSymbolicLink()
  } catch {
    return false
  }
}
