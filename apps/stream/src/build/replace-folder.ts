import { renameSync, rmSync } from 'node:fs'

/** Puts a folder in the place of another one, which is removed. Of two that come at once the last one stays. */
export function replaceFolder(folder: string, next: string): void {
  const before = `${next}.before`
  for (let isPlaced = false; !isPlaced; ) {
    attempt(() => renameSync(folder, before), ['ENOENT'])
    isPlaced = attempt(() => renameSync(next, folder), ['ENOTEMPTY', 'EEXIST'])
    rmSync(before, { recursive: true, force: true })
  }
}

/** @returns whether it was done. @throws Error of another code than those that are expected. */
function attempt(run: () => void, expected: readonly string[]): boolean {
  try {
    run()
    return true
  } catch (error) {
    if (!expected.includes((error as { code?: string }).code ?? '')) throw error
    return false
  }
}
