// Copies a checkout, so that sources can be changed without touching those of the developer.
import {
  constants,
  copyFileSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readlinkSync,
  rmSync,
  symlinkSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/** Folders that no test needs. `.pnpm` is linked instead, because it has no files of this repository. */
const LEFT_OUT = new Set(['.git', '.turbo', '.cache', '.pnpm'])

/**
 * Copies a checkout into a temporary folder. Links between packages are relative, so they lead to the copied packages.
 *
 * @param {string} root
 * @returns {{ folder: string, remove: () => void }}
 */
export function copyCheckout(root) {
  const folder = mkdtempSync(join(tmpdir(), 'platform-mutants-'))
  copyBelow(root, folder)
  symlinkSync(join(root, 'node_modules/.pnpm'), join(folder, 'node_modules/.pnpm'))
  return { folder, remove: () => rmSync(folder, { recursive: true, force: true }) }
}

function copyBelow(from, to) {
  for (const entry of readdirSync(from, { withFileTypes: true })) {
    const [source, target] = [join(from, entry.name), join(to, entry.name)]
    if (LEFT_OUT.has(entry.name)) continue
    if (entry.isSymbolicLink()) symlinkSync(readlinkSync(source), target)
    else if (entry.isFile()) copyFileSync(source, target, constants.COPYFILE_FICLONE)
    else if (entry.isDirectory()) {
      mkdirSync(target)
      copyBelow(source, target)
    }
  }
}
