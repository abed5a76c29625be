import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type OpenTestPlatform, openTestPlatform } from '@platform/server/testing'
import type { Given } from './given.ts'
import { recordEvents } from './record-events.ts'
import { stubPlugins, unusedStubs } from './stubs.ts'
import type { Published, TestPlatform, TestPlatformOptions } from './test-platform.ts'
import { type Session, view } from './view.ts'
import { ForgottenError } from './watch/forgotten.ts'
import { watch } from './watch/watch.ts'

/**
 * Starts the platform with these plugins for a test. All of it is what an operator runs, except the stores, which are
 * embedded and removed at the end. Dispose of it at the end, best by `await using`.
 *
 * @throws CompositionError naming every problem of the plugins.
 * @example
 * await using platform = await createTestPlatform({ plugins: [likes] })
 * expect((await platform.http('/api/v1/likes')).status).toBe(200)
 */
export async function createTestPlatform<const Ps extends readonly Given[]>(
  options: TestPlatformOptions<Ps> = {},
): Promise<TestPlatform<Ps>> {
  const directory = options.directory ?? (await mkdtemp(join(tmpdir(), 'platform-plugin-test-')))
  const watching = watch(namedHosts(options.env))
  const published: Published[] = []
  const end = async () => {
    if (options.directory === undefined) await rm(directory, { recursive: true, force: true })
  }
  try {
    let opened = await open(options, directory, published)
    let closed = false
    const session: Session = {
      published,
      watching,
      get opened() {
        return opened
      },
      async restart() {
        await opened[Symbol.asyncDispose]()
        opened = await open(options, directory, published)
      },
      async close() {
        if (closed) return
        closed = true
        await opened[Symbol.asyncDispose]()
        const found = await watching.stop()
        await end()
        const forgotten = [
          ...found.filter(({ code }) => code !== 'UNHANDLED_REJECTION' || options.onUnhandled !== 'collect'),
          ...unusedStubs(options.stubs ?? {}, options.plugins ?? []),
        ]
        if (forgotten.length > 0) throw new ForgottenError(forgotten)
      },
    }
    return view(session, null) as unknown as TestPlatform<Ps>
  } catch (error) {
    await watching.stop()
    await end()
    throw error
  }
}

async function open(
  {
    plugins = [],
    stubs = {},
    settings = {},
    env = {},
    without = [],
    now,
    deadlines = {},
    strongHashes = false,
    streamBuild,
  }: TestPlatformOptions,
  directory: string,
  published: Published[],
): Promise<OpenTestPlatform> {
  const opened = await openTestPlatform({
    plugins: [...plugins, ...stubPlugins(stubs)],
    settings,
    env,
    without,
    directory,
    deadlines,
    strongHashes,
    ...(now ? { now } : {}),
    ...(streamBuild ? { streamBuild } : {}),
  })
  recordEvents(opened.platform.events, published)
  return opened
}

/** Lists the hosts that the variables of a test name: stores, mail server, sites. The test may connect to these. */
function namedHosts(env: Readonly<Record<string, string>> = {}): string[] {
  const stores = ['PLATFORM_DOCSTORE_URL', 'PLATFORM_KVSTORE_URL'].flatMap(name =>
    URL.canParse(env[name] ?? '') ? [new URL(env[name]!).hostname] : [],
  )
  const others = ['PLATFORM_SMTP_HOST', 'PLATFORM_OUTBOUND_ALLOW'].flatMap(name =>
    (env[name] ?? '').split(',').map(host => host.trim().replace(/:\d+$/, '')),
  )
  return [...stores, ...others]
}
