import { createTestPlatform, type TestPlatform } from '@platform/plugin-testing'
import { openStreamBuild } from '../../src/main/stream-build.ts'
import { createLog } from '../../src/runtime/log.ts'
import { DEFAULT_LIST, ROOT, serverParts } from '../client-parts/default-list.ts'

/** A platform with the plugins of a new checkout, on the server and in what browsers load. */
export async function createListedPlatform(): Promise<TestPlatform> {
  const streamBuild = await openStreamBuild(ROOT, DEFAULT_LIST, { log: createLog('error'), builds: false })
  const platform = await createTestPlatform({ plugins: await serverParts(DEFAULT_LIST), streamBuild })
  return platform as unknown as TestPlatform
}
