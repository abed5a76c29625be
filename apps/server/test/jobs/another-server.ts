import type { Services } from '@platform/plugin-sdk'
import { createPlatform } from '../../src/main/create-platform.ts'
import type { Platform } from '../../src/main/platform.ts'
import type { Clock } from '../../src/runtime/clock.ts'

/** Another server on the same stores, with the same plugins. */
export async function another(
  { config, log, docstore, kvstore, streamBuild, tokens, composition }: Services,
  clock: Clock = { now: () => new Date() },
): Promise<Platform & AsyncDisposable> {
  const plugins = composition.plugins.filter(({ core }) => !core)
  const platform = await createPlatform({ config, log, docstore, kvstore, streamBuild, tokens, plugins, clock })
  await platform.services.jobs.start()
  return Object.assign(Object.create(platform) as Platform, { [Symbol.asyncDispose]: () => platform.close() })
}
