import type { TestPlatform } from '@platform/plugin-testing'

const LONGER_THAN_LEASES = 60_000

/** The variables by which the platform of another process has the store that platforms of this one have. */
export function testStoreVariables(): Record<string, string> {
  return Object.fromEntries(
    ['PLATFORM_TEST_STORE', 'PLATFORM_TEST_DOCSTORE_URL'].flatMap(name => {
      const value = process.env[name]
      return value === undefined ? [] : [[name, value]]
    }),
  )
}

/**
 * Lets the leases end that a killed server has of its jobs. Where servers share a store it might still be alive; the
 * next one that opens the embedded store knows that it is not.
 */
export function endLeases({ clock }: Pick<TestPlatform, 'clock'>): void {
  if (process.env['PLATFORM_TEST_STORE'] === 'mongodb') clock.advance(LONGER_THAN_LEASES)
}
