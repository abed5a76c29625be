import { defineConfig } from 'vitest/config'

// Node loads a linked platform too, because vitest would load graphql a second time.
const platform = /\/(?:plugin-sdk|plugin-testing|server)\/dist\//

export default defineConfig({
  test: {
    include: ['test/**/*.test.ts'],
    server: { deps: { external: [platform] } },
    // The first test also waits until the platform is loaded.
    testTimeout: 30_000,
  },
})
