import { readdirSync, rmSync, statSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'

/** A build takes seconds. Milliseconds. */
const LONGEST = 3_600_000

/** Removes the folders of ended builds beside `out`. In a younger one another build may be at work. */
export function removeInterrupted(out: string): void {
  const [name = ''] = basename(out).split('.tried-')
  const beside = dirname(out)
  for (const entry of readdirSync(beside)) {
    if (!entry.startsWith(`${name}.tried-`) && !entry.startsWith(`${name}.next-`)) continue
    const folder = join(beside, entry)
    const { mtimeMs = Date.now() } = statSync(folder, { throwIfNoEntry: false }) ?? {}
    if (Date.now() - mtimeMs > LONGEST) tryRemove(folder)
  }
}

/** What can't be removed, such as a folder of another user, keeps nobody from building. */
function tryRemove(folder: string): void {
  try {
    rmSync(folder, { recursive: true, force: true })
  } catch {
    // A later build tries again.
  }
}
