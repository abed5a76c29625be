import { defineConfig } from 'vitest/config'

// A platform that is linked, and not installed, is Node's to load all the same: vitest would load graphql a second time.
const platform = /\/(?:plugin-sdk|plugin-testing|server)\/dist\//

export default defineConfig({ test: { include: ['test/**/*.test.ts'], server: { deps: { external: [platform] } } } })
