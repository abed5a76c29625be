import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import inject, { type InjectOptions } from 'light-my-request'
import { loadConfig } from '@platform/config'
import { MANIFEST, type HookObject, type Plugin, type User, type UserRole } from '@platform/plugin-sdk'
import type { Clock } from '../boot/clock.ts'
import { createLog } from '../boot/log.ts'
import { openPlatform, type OpenPlatform } from '../boot/open.ts'
import type { Platform } from '../boot/platform.ts'
import type { ServerContext } from '../compose/context.ts'
import type { Member } from '../compose/member.ts'
import { createRequestListener } from '../http/server.ts'
import { createGroups, type Groups } from '../live/groups.ts'
import { collect } from './log-lines.ts'
import { subscribe } from './subscribe.ts'

export interface TestPlatformOptions {
  /** Hook objects, as plugins export them; named by `definePlugin`, else `plugin-1`, `plugin-2` ... */
  readonly plugins?: readonly (HookObject | Plugin)[]
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

/** A user to act as, with the session token of that user. */
export interface TestUser { readonly user: User; readonly token: string }

/** The true composition over embedded stores, without ports. */
export interface TestPlatform extends AsyncDisposable {
  /** One operation over HTTP. */
  graphql<T = Record<string, any>>(document: string, variables?: Record<string, unknown>): Promise<GraphqlResult<T>>
  /** Results of a subscription, from now on. */
  subscribe<T = Record<string, any>>(document: string, variables?: Record<string, unknown>): Promise<AsyncIterableIterator<{ data: T }>>
  /** One request, as by `fetch`. */
  http(path: string, init?: RequestInit): Promise<Response>
  /** The same platform, seen by a user. */
  as(user: TestUser | null): TestPlatform
  /** Makes an account and signs it in. */
  createUser(account?: { username?: string; roles?: readonly UserRole[] }): Promise<TestUser>
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
export async function createTestPlatform({ plugins = [], env = {}, now }: TestPlatformOptions = {}): Promise<TestPlatform> {
  const directory = await mkdtemp(join(tmpdir(), 'platform-test-'))
  const config = loadConfig({ cwd: directory, env: { NODE_ENV: 'test', PLATFORM_DOCSTORE_URL: `sqlite:${join(directory, 'platform.db')}`, PLATFORM_KVSTORE_URL: 'memory:', PLATFORM_JWT_SECRET: 'a secret of a test platform, 32 bytes or more', ...env } })
  const clock = testClock(now)
  const { lines, stream } = collect()
  const open = await openPlatform({ config, log: createLog('info', stream), plugins: plugins.map(asMember), clock })
  return view({ open, directory, lines, clock, groups: createGroups(open.platform) }, null)
}

interface Running { readonly open: OpenPlatform; readonly directory: string; readonly lines: readonly Record<string, unknown>[]; readonly clock: Clock & { advance(milliseconds: number): void }; readonly groups: Groups }

let accounts = 0

function view(running: Running, viewer: TestUser | null): TestPlatform {
  const { open: { platform, close }, directory, lines, clock, groups } = running
  const listener = createRequestListener(platform)
  const http = async (path: string, init: RequestInit = {}): Promise<Response> => {
    const headers = Object.fromEntries(new Headers({ host: new URL(platform.config.rootUrl).host, ...(viewer ? { authorization: `Bearer ${viewer.token}` } : {}), ...Object.fromEntries(new Headers(init.headers)) }))
    const answer = await inject(listener, { method: (init.method ?? 'GET') as NonNullable<InjectOptions['method']>, url: path, headers, ...(init.body === undefined || init.body === null ? {} : { payload: String(init.body) }) })
    const received = new Headers(Object.entries(answer.headers).flatMap(([name, value]) => [value ?? []].flat().map(each => [name, String(each)] as [string, string])))
    return new Response([204, 304].includes(answer.statusCode) ? null : new Uint8Array(answer.rawPayload), { status: answer.statusCode, headers: received })
  }
  return {
    http, logs: lines, clock, platform,
    async graphql<T>(query: string, variables: Record<string, unknown> = {}) {
      const response = await http('/api/v1/graph/ql', { method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify({ query, variables }) })
      const { data = null, errors = [] } = await response.json() as Partial<GraphqlResult<T>>
      return { status: response.status, data, errors }
    },
    subscribe: (document, variables = {}) => subscribe(platform, groups, { document, variables, userId: viewer?.user.id ?? null }),
    as: user => view(running, user),
    async createUser({ username = `person_${++accounts}`, roles = [] } = {}) {
      const user = await platform.services.users.createLocal({ email: `${username}@test.example`, username, password: 'a long enough password', roles, confirmed: true })
      return { user, token: (await platform.tokens.sign({ kind: 'session', userId: user.id })).token }
    },
    async [Symbol.asyncDispose]() {
      await close()
      await rm(directory, { recursive: true, force: true })
    },
  }
}

function asMember(hooks: HookObject | Plugin, i: number): Member {
  const { name, version } = (hooks as Partial<Plugin>)[MANIFEST] ?? { name: `plugin-${i + 1}` }
  return { name, version: version ?? null, origin: `given to createTestPlatform as number ${i + 1}`, core: false, hooks: hooks as HookObject<ServerContext>, allow: [] }
}

function testClock(now: Date | undefined): Running['clock'] {
  let shift = 0
  return {
    now: () => new Date((now?.getTime() ?? Date.now()) + shift),
    advance(milliseconds) { shift += milliseconds },
  }
}
