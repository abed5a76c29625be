import { StatementSync } from 'node:sqlite'
import type { TestPlatform } from '../../src/testing/index.ts'
import { vi } from 'vitest'

/** How many statements the embedded store runs meanwhile: none when an answer was at hand. */
export async function statements(work: () => Promise<unknown>): Promise<number> {
  const spies = (['all', 'get', 'iterate'] as const).map(method => vi.spyOn(StatementSync.prototype, method))
  try {
    await work()
    return spies.reduce((sum, spy) => sum + spy.mock.calls.length, 0)
  } finally {
    for (const spy of spies) spy.mockRestore()
  }
}

/** Whether a second reader gets the first one's answer. */
export async function isShared(platform: TestPlatform, document: string, variables: Record<string, unknown> = {}): Promise<boolean> {
  await platform.graphql(document, variables)
  return await statements(() => platform.graphql(document, variables)) === 0
}
