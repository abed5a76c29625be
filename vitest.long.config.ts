import { defineConfig } from 'vitest/config'
import base from './vitest.config.ts'

/** Soaks and crash loops, too slow for every run. */
export default defineConfig({
  ...base,
  test: {
    ...base.test,
    include: ['{apps,packages,plugins}/*/test/**/*.long.test.ts'],
    exclude: ['**/node_modules/**'],
    testTimeout: 600_000,
  },
})
