import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { loadConfig } from '@platform/config'
import { MANIFEST, type HookObject, type Plugin } from '@platform/plugin-sdk'
import type { Clock } from '../boot/clock.ts'
import { createLog } from '../boot/log.ts'
import { openPlatform, type OpenPlatform } from '../boot/open.ts'
import type { Platform } from '../boot/platform.ts'
import type { ServerContext } from '../compose/context.ts'
import type { Member } from '../compose/member.ts'
import { createGroups, type Groups } from '../live/groups.ts'
import { openDoor, type Door } from './door.ts'
import { collect } from './log-lines.ts'
import { makeRecords, type MakeRecords, type TestUser } from './make-records.ts'
import { subscribe } from './subscribe.ts'

export interface TestPlatformOptions {
  /** Hook objects, as plugins export them; named by `definePlugin`, else `plugin-1`, `plugin-2` ... */
  readonly plugins?: readonly (HookObject | Plugin)[]
  /** What an operator says of a plugin in `plugins.json`, by its name. */
  readonly settings?: Readonly<Record<string, Partial<Pick<Member, 'allow' | 'onFailure' | 'config'>>>>
  /** Variables beside those a test platform sets itself. */
  readonly env?: Readonly<Record<string, string>>
  /** What the clock shows at first; it stands still until it is advanced. Default: the real time, running. */
  readonly now?: Date
}

export interface GraphqlResult<T> {
  readonly status: number
  readonly data: T | null
  readonly errors: readonly { readonly message: string; readonly path?: readonly (string | number)[]; readonly extensions: { readonly code: string } }[]
}

/** The true composition over embedded stores, without ports. */
export interface TestPlatform extends MakeRecords, AsyncDisposable {
  /** One operation over HTTP. */
  graphql<T = Record<string, any>>(document: string, variables?: Record<string, unknown>): Promise<GraphqlResult<T>>
  /** Results of a subscription, from now on. */
  subscribe<T = Record<string, any>>(document: string, variables?: Record<string, unknown>): Promise<AsyncIterableIterator<{ data: T }>>
  /** One request, as by `fetch`. */
  http(path: string, init?: RequestInit): Promise<Response>
  /** The same platform, seen by a user. */
  as(user: TestUser | null): TestPlatform
  /** Lines of the log so far. */
  readonly logs: readonly Record<string, unknown>[]
  readonly clock: { advance(milliseconds: number): void }
  /** The assembled platform, for what has no door. */
  readonly platform: Platform
}

/**
 * Boots a platform for a test. Dispose of it at the end, best by `await using`.
 *
 * @example
 * await using platform = await createTestPlatform({ plugins: [respect] })
 * const { data } = await platform.graphql('{ me { id } }')
 */
export async function createTestPlatform({ plugins = [], settings = {}, env = {}, now }: TestPlatformOptions = {}): Promise<TestPlatform> {
  const directory = await mkdtemp(join(tmpdir(), 'platform-test-'))
  const config = loadConfig({ cwd: directory, env: { NODE_ENV: 'test', PLATFORM_DOCSTORE_URL: `sqlite:${join(directory, 'platform.db')}`, PLATFORM_KVSTORE_URL: 'memory:', PLATFORM_JWT_SECRET: 'a secret of a test platform, 32 bytes or more', ...env } })
  const clock = testClock(now)
  const { lines, stream } = collect()
  const open = await openPlatform({ config, log: createLog('info', stream), plugins: plugins.map((plugin, i) => asMember(plugin, i, settings)), clock })
  return view({ open, directory, lines, clock, groups: createGroups(open.platform), door: await openDoor(open.platform, directory) }, null)
}

interface Running { readonly open: OpenPlatform; readonly directory: string; readonly lines: readonly Record<string, unknown>[]; readonly clock: Clock & { advance(milliseconds: number): void }; readonly groups: Groups; readonly door: Door }

function view(running: Running, viewer: TestUser | null): TestPlatform {
  const { open: { platform, close }, directory, lines, clock, groups, door } = running
  const http = (path: string, init: RequestInit = {}): Promise<Response> =>
    door.request(path, viewer ? { ...init, headers: { authorization: `Bearer ${viewer.token}`, ...Object.fromEntries(new Headers(init.headers)) } } : init)
  return {
    ...makeRecords(platform), http, logs: lines, clock, platform,
    async graphql<T>(query: string, variables: Record<string, unknown> = {}) {
      const response = await http('/api/v1/graph/ql', { method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify({ query, variables }) })
      const { data = null, errors = [] } = await response.json() as Partial<GraphqlResult<T>>
      return { status: response.status, data, errors }
    },
    subscribe: (document, variables = {}) => subscribe(platform, groups, { document, variables, userId: viewer?.user.id ?? null }),
    as: user => view(running, user),
    async [Symbol.asyncDispose]() {
      await door.close()
      await close()
      await rm(directory, { recursive: true, force: true })
    },
  }
}

function asMember(hooks: HookObject | Plugin, i: number, settings: NonNullable<TestPlatformOptions['settings']>): Member {
  const { name, version } = (hooks as Partial<Plugin>)[MANIFEST] ?? { name: `plugin-${i + 1}` }
  return { name, version: version ?? null, origin: `given to createTestPlatform as number ${i + 1}`, core: false, hooks: hooks as HookObject<ServerContext>, allow: [], ...settings[name] }
}

function testClock(now: Date | undefined): Running['clock'] {
  let shift = 0
  return {
    now: () => new Date((now?.getTime() ?? Date.now()) + shift),
    advance(milliseconds) { shift += milliseconds },
  }
}
