import { defineConfig } from 'vitest/config'
import { settings } from './vitest.config.ts'

/** Takes the pictures in docs/images. */
export default defineConfig({
  ...settings,
  test: { ...settings.test, include: ['tests/journeys/views/screenshots.ts'], testTimeout: 900_000 },
})
