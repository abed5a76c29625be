import { readdirSync } from 'node:fs'
import { join } from 'node:path'

const LEFT_OUT = new Set(['node_modules', '.git', '.turbo', 'coverage'])
const MOST = 2_000

/** The files of a plugin's folder, sorted; without what is installed into it. */
export function filesOf(directory: string): string[] {
  const files: string[] = []
  const visit = (folder: string) => {
    for (const entry of readdirSync(join(directory, folder), { withFileTypes: true }).sort((a, b) =>
      a.name < b.name ? -1 : 1,
    )) {
      const path = folder === '' ? entry.name : `${folder}/${entry.name}`
      if (files.length >= MOST) return
      if (entry.isDirectory() && !LEFT_OUT.has(entry.name)) visit(path)
      else if (entry.isFile()) files.push(path)
    }
  }
  visit('')
  return files
}
