import { createTestPlatform } from '@platform/plugin-testing'
import { expect, test } from 'vitest'

test('the log says once that tokens are refused because the clocks of the servers differ', async () => {
  await using platform = await createTestPlatform()
  const ada = platform.as(await platform.createUser())
  const me = async () => (await ada.graphql('{ me { id } }')).status
  const lines = () => platform.logs.filter(({ msg }) => /clocks of the servers differ/.test(String(msg)))
  platform.clock.advance(-30_000)
  expect([await me(), lines().length]).toEqual([200, 0])
  platform.clock.advance(-90_000)
  expect([await me(), await me(), lines().length]).toEqual([401, 401, 1])
})
