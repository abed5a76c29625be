import { defineConfig, mergeConfig } from 'vitest/config'
import base from './vitest.config.ts'

/** Soaks and crash loops, too slow for every run. */
export default mergeConfig(base, defineConfig({
  test: { include: ['{apps,packages,plugins}/*/test/**/*.long.test.ts'], exclude: ['**/node_modules/**'], testTimeout: 600_000 },
}))
