import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll } from 'vitest'

const folders: string[] = []

/** A new folder that is gone after the file's tests. */
export function temporaryFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'docstore-'))
  folders.push(folder)
  return folder
}

afterAll(() => {
  for (const folder of folders.splice(0)) rmSync(folder, { recursive: true, force: true })
})

/** The URL of an embedded store that does not exist yet. */
export function temporaryUrl(): string {
  return `sqlite:${join(temporaryFolder(), 'store.db')}`
}
