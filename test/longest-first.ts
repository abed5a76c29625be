import { BaseSequencer, type TestSpecification } from 'vitest/node'

/**
 * The files that take longest, the longest first: those that have a process of their own, which run before the others,
 * and then those that share one. Most of these wait for a browser.
 */
const LONGEST = [
  'release/reconcile',
  'change-the-core/change-the-core',
  'cli/build',
  'moderation/killed',
  'cli/serve',
  'plugin-loading/globals',
  'plugin-testing/test/contract',
  'cli/stopping',
  'cli/dev',
  'plugin-loading/every-module',
  'cli/dev-page',

  'views/layout',
  'journeys/webkit',
  'journeys/firefox',
  'accounts/devices',
  'permissions/paths',
  'faults/store-outages',
  'panel/site-views',
  'permissions/matrix',
  'admin/moderate',
  'views/axe',
  'faults/kills',
  'panel/moderation-views',
  'panel/newcomer',
  'moderation/stale',
  'faults/several-servers',
  'admin/same-instant',
  'journeys/chromium',
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
