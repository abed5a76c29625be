import { createTestPlatform } from '@platform/plugin-testing'
import { expect, test } from 'vitest'

test('each feature with an index on the id of an asset has assetData', async () => {
  await using platform = await createTestPlatform()
  const features = platform.services.composition.plugins.filter(({ core }) => core)
  // The names that the contract of plugins knows.
  const named = /(^|\.)(asset|article|story|page)_?id$/i
  const indexed = features.filter(({ hooks }) =>
    hooks.indexes?.some(({ keys }) => Object.keys(keys).some(key => named.test(key))),
  )
  expect(indexed.map(({ name }) => name)).toContain('comments')
  expect(indexed.filter(({ hooks }) => hooks.assetData === undefined).map(({ name }) => name)).toEqual([])
})
