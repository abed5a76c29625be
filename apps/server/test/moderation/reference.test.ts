import { readFile } from 'node:fs/promises'
import { createTestPlatform } from '@platform/plugin-testing'
import { expect, test } from 'vitest'
import { pluginsReference } from '../../src/main/reference/plugins.ts'

const PAGE = new URL('../../../../docs/reference/plugins.md', import.meta.url)

test('the reference page of plugins is the generated one; `pnpm run docs` writes it', async () => {
  expect(await readFile(PAGE, 'utf8')).toBe(pluginsReference())
})

test('the page lists every moderation phase that the server runs without plugins, in order and with its purpose', async () => {
  await using platform = await createTestPlatform()
  const rows = [...(await readFile(PAGE, 'utf8')).matchAll(/^\| (\d+) \| `(\w+)` \| (.+) \|$/gm)]
  expect(rows.map(([, place, name]) => `${place} ${name}`)).toEqual(
    platform.services.composition.phases.map(({ name }, i) => `${i + 1} ${name}`),
  )
  for (const [, , name, purpose] of rows) expect(purpose, name).toMatch(/^[^\n]{10,120}[^\n.]$/)
})
