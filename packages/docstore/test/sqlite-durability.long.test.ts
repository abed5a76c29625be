import { expect, test } from 'vitest'
import { surviveKills } from './killed.ts'
import { temporaryUrl } from './temporary.ts'

test('the embedded store has everything it acknowledged after fifty kills', async () => {
  expect(await surviveKills(temporaryUrl(), 50)).toBeGreaterThan(15_000)
})
