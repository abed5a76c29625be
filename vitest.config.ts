import { availableParallelism } from 'node:os'
import { defineConfig } from 'vitest/config'
import { FlakyTests } from './test/flaky.ts'
import { LongestFirst } from './test/longest-first.ts'
import { SkippedTests } from './test/skipped.ts'

/** Tests run on the sources: every workspace package answers the condition `@platform/source`. */
const conditions = ['@platform/source', 'module-sync', 'node']

/**
 * Test files that have a process of their own. They start other programs and wait for these, so that modules that are
 * loaded already would save them nothing; or they look at or replace what a process has once: its timers, its
 * listeners, its time, a module. They run first, because the longest files are among them.
 */
const ALONE = [
  'test/**/*.test.ts',
  'apps/server/test/{cli,outages,plugin-commands,plugin-loading,release}/*.test.ts',
  'apps/server/test/accounts/timing.test.ts',
  'apps/server/test/jobs/{processes,scheduled-processes,servers}.test.ts',
  'apps/server/test/live/many-subscriptions.test.ts',
  'apps/server/test/moderation/{killed,two-servers}.test.ts',
  'packages/core-schema/test/library.test.ts',
  'packages/create-platform-plugin/test/works.test.ts',
  'packages/docstore/test/sqlite-{durability,log,thread}.test.ts',
  'packages/plugin-testing/test/{contract,forgotten,node-runner}.test.ts',
  'plugins/platform-plugin-example/test/server.test.ts',
]

/** On MongoDB each statement is a message to another process, which tests with many of them wait for. */
const PATIENCE = process.env['PLATFORM_TEST_STORE'] === 'mongodb' ? 2 : 1

/** What every way to run tests has in common; a process for each file. */
export const settings = {
  resolve: { conditions },
  ssr: { resolve: { conditions, externalConditions: conditions } },
  test: {
    include: ['{apps,packages,plugins}/*/test/**/*.test.ts', 'test/**/*.test.ts', 'tests/**/*.test.ts'],
    exclude: ['**/*.long.test.ts', '**/node_modules/**'],
    globalSetup: ['test/built.ts', 'test/in-memory.ts', 'test/on-mongo.ts'],
    setupFiles: process.env['PLATFORM_TEST_EXECUTOR'] === 'graphql' ? ['test/on-graphqls-executor.ts'] : [],
    reporters: ['default', new SkippedTests(), new FlakyTests()],
    pool: 'forks',
    // One more than there are processors, because many tests wait: for a program, a browser, a clock. With two more the
    // processors are no busier, and all take an eighth longer.
    maxWorkers: availableParallelism() + 1,
    sequence: { sequencer: LongestFirst },
    execArgv: [
      '--conditions=@platform/source',
      '--disable-warning=ExperimentalWarning',
      // A process that makes one platform after another collects young objects less often: a twelfth less work.
      '--max-semi-space-size=64',
    ],
    testTimeout: 30_000 * PATIENCE,
    hookTimeout: 60_000 * PATIENCE,
    // The default of one second is short on a machine that has much to do.
    expect: { requireAssertions: true, poll: { timeout: 10_000 } },
  },
} satisfies Parameters<typeof defineConfig>[0]

// A project adds its lists to those of the configuration around it, which therefore has none.
const { include, exclude, ...shared } = settings.test

export default defineConfig({
  ...settings,
  test: {
    ...shared,
    // Vitest runs projects in the order of their names.
    projects: [
      { test: { name: 'alone', include: ALONE, exclude } },
      // Most of what a test file takes is to load the server; files of one process load it once.
      { test: { name: 'shared', include, exclude: [...exclude, ...ALONE], isolate: false } },
    ],
  },
})
