import { accessSync, constants } from 'node:fs'
import { delimiter, join } from 'node:path'
import type { Need } from './needs.ts'

/** A program that a test needs; `file` is the first of the names that is found on the PATH. */
export function program(...names: [string, ...string[]]): Need & { readonly file: string } {
  const folders = (process.env['PATH'] ?? '').split(delimiter)
  const file = folders.flatMap(folder => names.map(name => join(folder, name))).find(isExecutable)
  return { file: file ?? names[0], missing: file === undefined ? `there is no ${names[0]} on the PATH` : undefined }
}

function isExecutable(file: string): boolean {
  try {
    accessSync(file, constants.X_OK)
    return true
  } catch {
    return false
  }
}
