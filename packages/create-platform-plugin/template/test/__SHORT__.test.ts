import { configure } from '@platform/plugin-sdk'
import { createTestPlatform, pluginContract } from '@platform/plugin-testing'
import { describe, expect, test } from 'vitest'
import plugin from '../server/index.ts'

pluginContract(plugin, { describe, expect, test, package: new URL('..', import.meta.url) })

test('it answers with a greeting by GraphQL and by HTTP', async () => {
  await using platform = await createTestPlatform({ plugins: [plugin] })
  const answer = await platform.graphql('{ __CAMEL__(name: "Ada") }')
  expect(answer).toEqual({ status: 200, data: { __CAMEL__: 'Hello, Ada' }, errors: [] })
  const ada = platform.as({ username: 'ada' })
  expect(await (await ada.http('/api/v1/__SHORT__')).json()).toEqual({ greeting: 'Hello, ada' })
})

test('the word of its greeting is a setting', async () => {
  await using platform = await createTestPlatform({ plugins: [configure(plugin, { greeting: 'Welcome' })] })
  expect(await platform.loaders.__PASCAL__.greet('Ada')).toBe('Welcome, Ada')
})
