import { BaseSequencer, type TestSpecification } from 'vitest/node'

/** The files that take longest of those that have a process of their own, the longest first. */
const LONGEST = [
  'release/reconcile',
  'plugin-loading/globals',
  'change-the-core/change-the-core',
  'cli/serve',
  'moderation/killed',
  'cli/dev',
  'plugin-commands/list',
  'cli/broken-output',
  'accounts/timing',
  'plugin-testing/test/contract',
  'cli/confirm',
  'plugin-loading/every-module',
]

/**
 * Begins with the longest files, so that no processor is idle at the end. Vitest does so by the times of an earlier
 * run; a fresh clone has none, and it would begin with the largest files.
 */
export class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files)
    return sorted.toSorted((a, b) => rankOf(a) - rankOf(b))
  }
}

function rankOf({ moduleId }: TestSpecification): number {
  const at = LONGEST.findIndex(name => moduleId.endsWith(`/${name}.test.ts`))
  return at === -1 ? LONGEST.length : at
}
