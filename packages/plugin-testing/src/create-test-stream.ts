import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { clientPartIn, packageOf } from '@platform/plugin-host'
import { loadStreamBuild } from '@platform/stream'
import { buildStream } from '@platform/stream/build'
import type { Page } from 'playwright-core'
import { createTestBrowser } from './browser.ts'
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
  /**
   * Opens the page of a discussion in Chromium, signed in as a caller, and waits until its script runs. Each page has
   * cookies of its own. The browser is closed with the stream.
   *
   * @throws Error on a machine without a browser; `findBrowser` says whether there is one.
   */
  open(asset: { readonly id: string }, caller?: TestCaller): Promise<Page>
  /** What the pages that were opened wrote into the console as errors, such as a component that threw. */
  readonly problems: readonly string[]
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
 * const page = await stream.open(asset, { username: 'ada' })
 * await page.getByRole('button', { name: 'Thank' }).click()
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
    const browser = createTestBrowser()
    let listening: ReturnType<TestPlatform['listen']> | null = null
    const address: TestStream['address'] = async asset => {
      listening ??= platform.listen()
      return `http://localhost:${(await listening).port}/discussions/${asset.id}`
    }
    return {
      platform: platform as TestPlatform<Ps>,
      async html(asset, caller) {
        const answer = await (caller === undefined ? platform : platform.as(caller)).http(`/discussions/${asset.id}`)
        return answer.text()
      },
      address,
      problems: browser.problems,
      open: async (asset, caller = null) => browser.open(await address(asset), await tokenOf(caller, platform)),
      async [Symbol.asyncDispose]() {
        try {
          // A browser that outlives the platform would be reported as a forgotten process.
          await browser.close()
          await (await listening?.catch(() => null))?.stop()
          await platform[Symbol.asyncDispose]()
        } finally {
          await remove()
        }
      },
    }
  } catch (error) {
    await remove()
    throw error
  }
}

/** The session token of a caller; `null` for an anonymous reader. */
async function tokenOf(caller: TestCaller, platform: Pick<TestPlatform, 'createUser' | 'signIn'>) {
  if (caller === null) return null
  if ('token' in caller) return caller.token
  const { token } = 'id' in caller ? await platform.signIn({ user: caller }) : await platform.createUser(caller)
  return token
}

function partIn(folder: URL | string) {
  const directory = typeof folder === 'string' ? folder : fileURLToPath(folder)
  const part = clientPartIn(directory)
  if (!part) throw new Error(`${directory} has no client/index.tsx, .ts, .jsx or .js`)
  return { ...part, plugin: packageOf(directory)?.name ?? basename(directory), version: null }
}
