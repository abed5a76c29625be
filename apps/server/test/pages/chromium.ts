import { accessSync, constants } from 'node:fs'
import { delimiter, join } from 'node:path'

/** Where Chromium is, when this machine has it. */
export const CHROMIUM = (process.env['PATH'] ?? '').split(delimiter).flatMap(folder => ['chromium', 'chromium-browser'].map(name => join(folder, name))).find(isExecutable)

function isExecutable(file: string): boolean {
  try {
    accessSync(file, constants.X_OK)
    return true
  } catch {
    return false
  }
}
