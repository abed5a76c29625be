import { afterEach, expect, test, vi } from 'vitest'
import { createTestPlatform } from '../../src/testing/index.ts'
import { named } from '../compose/named.ts'

afterEach(() => { vi.useRealTimers() })

test('G23 an operation whose plugin never answers ends after its deadline, and the log names the plugin', async () => {
  let asked!: () => void
  const begun = new Promise<void>(resolve => { asked = resolve })
  const never = named('never', { typeDefs: 'type RootQuery { never: Int }', resolvers: { RootQuery: { never: () => { asked(); return new Promise(() => {}) } } } })
  await using platform = await createTestPlatform({ plugins: [never] })
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  const asking = platform.graphql('{ never }')
  await begun
  await vi.advanceTimersByTimeAsync(10_001)
  const { status, errors } = await asking
  expect([status, errors.map(error => error.extensions.code)]).toEqual([504, ['PLUGIN_TIMEOUT']])
  expect(platform.logs.map(line => line['msg'])).toContainEqual(expect.stringContaining('PLUGIN_TIMEOUT never@1.2.3 resolvers RootQuery.never'))
})
