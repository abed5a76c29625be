import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { clientPartIn, packageOf } from '@platform/plugin-host'
import { loadStreamBuild } from '@platform/stream'
import { buildStream } from '@platform/stream/build'
import type { TestCaller } from './caller.ts'
import { createTestPlatform } from './create-test-platform.ts'
import type { Given } from './given.ts'
import type { TestPlatform, TestPlatformOptions } from './test-platform.ts'

/**
 * A platform whose stream has the client part of a plugin.
 *
 * @example
 * const options: TestStreamOptions = { client: new URL('..', import.meta.url), plugins: [thanks] }
 */
export interface TestStreamOptions<Ps extends readonly Given[] = readonly Given[]> extends TestPlatformOptions<Ps> {
  /** The folders of the plugins whose client parts are shown, in their order. */
  readonly client: URL | string | readonly (URL | string)[]
}

/**
 * The stream of a test platform.
 *
 * @example
 * const html = await stream.html(asset)
 */
export interface TestStream<Ps extends readonly Given[] = readonly Given[]> extends AsyncDisposable {
  readonly platform: TestPlatform<Ps>
  /** The stream of a discussion as the server draws it: for anonymous readers, or for a caller of the platform. */
  html(asset: { readonly id: string }, caller?: TestCaller): Promise<string>
  /** The address of the page of a discussion, for a browser. The platform listens from the first call on. */
  address(asset: { readonly id: string }): Promise<string>
}

/**
 * Builds the client parts of plugins, and starts a platform whose stream has them. It takes about three seconds.
 *
 * @throws CompositionError naming every problem of the plugins.
 * @throws Error of the bundler for a part that can't be built.
 * @example
 * await using stream = await createTestStream({ client: new URL('..', import.meta.url), plugins: [thanks] })
 * const asset = await stream.platform.createAsset()
 * await stream.platform.createComment({ asset })
 * expect(await stream.html(asset)).toContain('Thank')
 */
export async function createTestStream<const Ps extends readonly Given[]>({
  client,
  ...options
}: TestStreamOptions<Ps>): Promise<TestStream<Ps>> {
  const folder = await mkdtemp(join(tmpdir(), 'platform-test-stream-'))
  const remove = () => rm(folder, { recursive: true, force: true })
  try {
    const parts = (Array.isArray(client) ? client : [client]).map(partIn)
    await buildStream({ parts, out: join(folder, 'build') })
    const streamBuild = await loadStreamBuild(join(folder, 'build'))
    const platform = await createTestPlatform({ ...options, streamBuild, env: { PORT: '0', ...options.env } })
    let listening: ReturnType<TestPlatform['listen']> | null = null
    return {
      platform: platform as TestPlatform<Ps>,
      async html(asset, caller) {
        const answer = await (caller === undefined ? platform : platform.as(caller)).http(`/discussions/${asset.id}`)
        return answer.text()
      },
      async address(asset) {
        listening ??= platform.listen()
        return `http://localhost:${(await listening).port}/discussions/${asset.id}`
      },
      async [Symbol.asyncDispose]() {
        await (await listening)?.stop()
        await platform[Symbol.asyncDispose]()
        await remove()
      },
    }
  } catch (error) {
    await remove()
    throw error
  }
}

function partIn(folder: URL | string) {
  const directory = typeof folder === 'string' ? folder : fileURLToPath(folder)
  const part = clientPartIn(directory)
  if (!part) throw new Error(`${directory} has no client/index.tsx, .ts, .jsx or .js`)
  return { ...part, plugin: packageOf(directory)?.name ?? basename(directory), version: null }
}
