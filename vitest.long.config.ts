import { defineConfig } from 'vitest/config'
import { settings } from './vitest.config.ts'

/** Soaks and crash loops, too slow for every run. */
export default defineConfig({
  ...settings,
  test: {
    ...settings.test,
    include: ['{apps,packages,plugins}/*/test/**/*.long.test.ts', 'tests/**/*.long.test.ts'],
    exclude: ['**/node_modules/**'],
    testTimeout: 600_000,
  },
})
