import { defineConfig } from 'vitest/config'
import { FlakyTests } from './test/flaky.ts'
import { SkippedTests } from './test/skipped.ts'

/** Tests run on the sources: every workspace package answers the condition `@platform/source`. */
const conditions = ['@platform/source', 'module-sync', 'node']

export default defineConfig({
  resolve: { conditions },
  ssr: { resolve: { conditions, externalConditions: conditions } },
  test: {
    include: ['{apps,packages,plugins}/*/test/**/*.test.ts', 'test/**/*.test.ts', 'tests/**/*.test.ts'],
    exclude: ['**/*.long.test.ts', '**/node_modules/**'],
    globalSetup: 'test/built.ts',
    reporters: ['default', new SkippedTests(), new FlakyTests()],
    pool: 'forks',
    // The default leaves a core idle, which is half of a small machine.
    maxWorkers: '100%',
    execArgv: ['--conditions=@platform/source', '--disable-warning=ExperimentalWarning'],
    testTimeout: 15_000,
    hookTimeout: 30_000,
    expect: { requireAssertions: true },
  },
})
