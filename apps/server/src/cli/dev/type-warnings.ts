import { sep } from 'node:path'
import { findClientParts, reportOf } from '@platform/plugin-host'
import type { Log } from '../../runtime/log.ts'
import { clientTypeProblems } from '../plugins/client-types.ts'
import { readProject, type WatchedPlugin } from './project.ts'

interface TypeWarningOptions {
  readonly root: string
  /** The value of `PLATFORM_PLUGINS_JSON`. */
  readonly list: string | undefined
  readonly log: Log
}

/**
 * Warns of errors in the types of client parts: of all at the start, and then of those that were saved. A compiler
 * takes seconds, so pages show the parts before. One compiler runs at a time; parts that are saved meanwhile are
 * checked together afterwards.
 */
export function createTypeWarnings({ root, list, log }: TypeWarningOptions): (saved: readonly WatchedPlugin[]) => void {
  let isBusy = false
  const waiting = new Set<string>()

  async function check(): Promise<void> {
    isBusy = true
    try {
      while (waiting.size > 0) {
        const folders = [...waiting]
        waiting.clear()
        const { parts } = findClientParts(root, (await readProject(root, list)).list)
        const saved = parts.filter(({ entry }) => folders.some(folder => entry.startsWith(folder + sep)))
        for (const problem of await clientTypeProblems(saved)) log.warn(reportOf(problem))
      }
    } catch (error) {
      log.warn({ err: error }, 'the types of client parts could not be checked')
    } finally {
      isBusy = false
    }
  }

  return saved => {
    for (const { directory } of saved) waiting.add(directory)
    if (!isBusy) void check()
  }
}
