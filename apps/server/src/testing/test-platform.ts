import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { loadConfig, secretValues } from '@platform/config'
import { type GivenPlugin, type GivenSettings, surveyGiven } from '@platform/plugin-host'
import type { Message } from '../features/mail/model.ts'
import { createGroups, type Groups } from '../live/groups.ts'
import { core } from '../main/core.ts'
import { requireSound } from '../main/load-plugins.ts'
import { type OpenPlatform, openPlatform } from '../main/open.ts'
import type { Platform } from '../main/platform.ts'
import type { Clock } from '../runtime/clock.ts'
import { createLog } from '../runtime/log.ts'
import { keepSecret } from '../runtime/secrets.ts'
import { type Door, openDoor } from './door.ts'
import { collect } from './log-lines.ts'
import { type MakeRecords, makeRecords, type TestUser } from './make-records.ts'
import { subscribe } from './subscribe.ts'

export interface TestPlatformOptions {
  /** Hook objects, as plugins export them; named by `definePlugin`, else `plugin-1`, `plugin-2` ... */
  readonly plugins?: readonly GivenPlugin[]
  /** What an operator says of a plugin in `plugins.json`, by its name. */
  readonly settings?: GivenSettings
  /** Names of core features that are not composed; the plugins give what they gave. */
  readonly without?: readonly string[]
  /** Where the data is kept, and left when it ends. Default: a folder of its own, removed at the end. */
  readonly directory?: string
  /** Variables beside those a test platform sets itself. */
  readonly env?: Readonly<Record<string, string>>
  /** What the clock shows at first; it stands still until it is advanced. Default: the real time, running. */
  readonly now?: Date
}

export interface GraphqlResult<T> {
  readonly status: number
  readonly data: T | null
  readonly errors: readonly {
    readonly message: string
    readonly path?: readonly (string | number)[]
    readonly extensions: { readonly code: string }
  }[]
}

/** The true composition over embedded stores, without ports. */
export interface TestPlatform extends MakeRecords, AsyncDisposable {
  /** One operation over HTTP. */
  graphql<T = Record<string, any>>(document: string, variables?: Record<string, unknown>): Promise<GraphqlResult<T>>
  /** Results of a subscription, from now on. */
  subscribe<T = Record<string, any>>(
    document: string,
    variables?: Record<string, unknown>,
  ): Promise<AsyncIterableIterator<{ data: T }>>
  /** One request, as by `fetch`. */
  http(path: string, init?: RequestInit): Promise<Response>
  /** The same platform, seen by a user. */
  as(user: TestUser | null): TestPlatform
  /** Lines of the log so far. */
  readonly logs: readonly Record<string, unknown>[]
  /** Makes time pass, and jobs whose time has come begin. */
  readonly clock: { advance(milliseconds: number): void }
  /** Mails so far, first to last, once every job that is due has been done. */
  mails(): Promise<readonly Message[]>
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
export async function createTestPlatform({
  plugins = [],
  settings = {},
  env = {},
  without = [],
  now,
  directory: kept,
}: TestPlatformOptions = {}): Promise<TestPlatform> {
  const loaded = await requireSound(await surveyGiven({ plugins, settings, env, keepSecret }))
  const directory = kept ?? (await mkdtemp(join(tmpdir(), 'platform-test-')))
  const remove = async () => {
    if (kept === undefined) await rm(directory, { recursive: true, force: true })
  }
  const sources = {
    cwd: directory,
    env: {
      NODE_ENV: 'test',
      PLATFORM_DOCSTORE_URL: `sqlite:${join(directory, 'platform.db')}`,
      PLATFORM_KVSTORE_URL: 'memory:',
      PLATFORM_JWT_SECRET: 'a secret of a test platform, 32 bytes or more',
      PLATFORM_DISABLE_SCRAPER: 'TRUE',
      ...env,
    },
  }
  keepSecret(secretValues(sources))
  const config = loadConfig(sources)
  const clock = testClock(now)
  const { lines, stream } = collect()
  const open = await openPlatform({
    config,
    log: createLog('info', stream),
    plugins: loaded,
    core: core.filter(({ name }) => !without.includes(name)),
    serves: true,
    clock,
    monotonic: () => clock.now().getTime(),
  }).catch(async error => {
    await remove()
    throw error
  })
  await open.platform.services.jobs.start()
  return view(
    {
      open,
      remove,
      lines,
      clock,
      groups: createGroups(open.platform.composition),
      door: await openDoor(open.platform, directory),
    },
    null,
  )
}

interface Running {
  readonly open: OpenPlatform
  readonly remove: () => Promise<void>
  readonly lines: readonly Record<string, unknown>[]
  readonly clock: Clock & { advance(milliseconds: number): void }
  readonly groups: Groups
  readonly door: Door
}

function view(running: Running, viewer: TestUser | null): TestPlatform {
  const {
    open: { platform, close },
    remove,
    lines,
    clock,
    groups,
    door,
  } = running
  const http = (path: string, init: RequestInit = {}): Promise<Response> =>
    door.request(
      path,
      viewer
        ? {
            ...init,
            headers: { authorization: `Bearer ${viewer.token}`, ...Object.fromEntries(new Headers(init.headers)) },
          }
        : init,
    )
  return {
    ...makeRecords(platform),
    http,
    logs: lines,
    platform,
    clock: {
      advance(milliseconds) {
        clock.advance(milliseconds)
        platform.services.jobs.wake()
      },
    },
    async mails() {
      await platform.services.jobs.idle()
      return [...platform.services.mail.kept]
    },
    async graphql<T>(query: string, variables: Record<string, unknown> = {}) {
      const response = await http('/api/v1/graph/ql', {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ query, variables }),
      })
      const { data = null, errors = [] } = (await response.json()) as Partial<GraphqlResult<T>>
      return { status: response.status, data, errors }
    },
    subscribe: (document, variables = {}) =>
      subscribe(platform, groups, { document, variables, userId: viewer?.user.id ?? null }),
    as: user => view(running, user),
    async [Symbol.asyncDispose]() {
      await door.close()
      await close()
      await remove()
    },
  }
}

function testClock(now: Date | undefined): Running['clock'] {
  let shift = 0
  return {
    now: () => new Date((now?.getTime() ?? Date.now()) + shift),
    advance(milliseconds) {
      shift += milliseconds
    },
  }
}
