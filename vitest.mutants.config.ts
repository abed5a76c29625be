import { defineConfig } from 'vitest/config'
import { settings } from './vitest.config.ts'

/** Single tests of a changed copy. Nothing is built, because a build of each changed package would take minutes. */
export default defineConfig({
  ...settings,
  test: { ...settings.test, globalSetup: [], reporters: ['json'], maxWorkers: 1, testTimeout: 30_000 },
})
