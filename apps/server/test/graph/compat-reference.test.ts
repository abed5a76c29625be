import { readFile } from 'node:fs/promises'
import { expect, test } from 'vitest'
import { compatReference } from '../../src/main/reference/compat.ts'

test('the page about compatibility is fresh (pnpm run docs)', async () => {
  expect(await readFile(new URL('../../../../docs/reference/compat.md', import.meta.url), 'utf8')).toBe(
    compatReference(),
  )
})
