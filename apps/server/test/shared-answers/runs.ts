import type { TestPlatform } from '@platform/plugin-testing'
import { statements } from '../statements.ts'

/** Whether a second reader gets the first one's answer: the store is asked nothing. */
export async function isShared(
  platform: TestPlatform,
  document: string,
  variables: Record<string, unknown> = {},
): Promise<boolean> {
  await platform.graphql(document, variables)
  return (await statements(() => platform.graphql(document, variables))) === 0
}
