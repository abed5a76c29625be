import { createHash } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { loadConfig, secretValues } from '@platform/config'
import { type GivenPlugin, type GivenSettings, surveyGiven } from '@platform/plugin-host'
import { loadStreamBuild, type StreamBuild, withParts } from '@platform/stream'
import type { Message } from '../features/mail/model.ts'
import type { Deadlines } from '../http/deadlines.ts'
import { createGroups, type Groups } from '../live/groups.ts'
import { core } from '../main/core.ts'
import { requireSound } from '../main/load-plugins.ts'
import { type OpenPlatform, openPlatform } from '../main/open.ts'
import type { Platform } from '../main/platform.ts'
import type { Clock } from '../runtime/clock.ts'
import { createLog } from '../runtime/log.ts'
import { keepSecret } from '../runtime/secrets.ts'
import { type Door, openDoor } from './door.ts'
import { type MakeRecords, makeRecords, type TestUser } from './make-records.ts'
import { type Operation, subscribe } from './subscribe.ts'

export interface OpenTestOptions {
  /** Hook objects, as plugins export them; named by `definePlugin`, else `plugin-1`, `plugin-2` ... */
  readonly plugins?: readonly GivenPlugin[]
  /** The settings of each plugin in `plugins.json`, by the plugin's name. */
  readonly settings?: GivenSettings
  /** Names of core features that are not composed, because a plugin of the test replaces them. */
  readonly without?: readonly string[]
  /** The folder of the data, which stays when the platform is closed. Default: a new folder, removed at the end. */
  readonly directory?: string
  /** Variables beside those that a test platform sets itself. */
  readonly env?: Readonly<Record<string, string>>
  /** What browsers load. Default: the build of the release, without the client part of any plugin. */
  readonly streamBuild?: StreamBuild
  /** The time that the clock shows until it is advanced. Default: the real time, running. */
  readonly now?: Date
  /** How long the server waits for clients and plugins, where a test can't wait as long. Milliseconds. */
  readonly deadlines?: Partial<Deadlines>
  /**
   * Whether it takes as much work to hash a password as on a server that people use. Default: no, because most tests
   * make users and none of them has to be safe from guesses at a stolen hash.
   */
  readonly strongHashes?: boolean
}

/** The least that argon2id takes. */
const WEAK = { memory: 8, passes: 1 }

/**
 * A running platform over embedded stores, with all parts of the server in reach. It is for benchmarks and for programs
 * that a test kills; other tests use `createTestPlatform` of `@platform/plugin-testing`, which is made of it.
 */
export interface OpenTestPlatform extends MakeRecords, AsyncDisposable {
  readonly platform: Platform
  /** Sends one request, as `fetch` does; with the token of the caller, if there is one. */
  http(path: string, init?: RequestInit, caller?: TestUser | null): Promise<Response>
  /** Subscribes for the caller; the iterator has the results from now on. */
  subscribe<T>(operation: Operation, caller?: TestUser | null): Promise<AsyncIterableIterator<{ data: T }>>
  /** The lines that the log has so far. */
  readonly logs: readonly Record<string, unknown>[]
  /** Moves the time forward, and starts the jobs that become due. */
  readonly clock: Clock & { advance(milliseconds: number): void }
  /** Waits until no job is due, and gives all mails sent so far, the first one first. */
  mails(): Promise<readonly Message[]>
}

/**
 * Opens a platform for a test. Dispose of it at the end, best by `await using`.
 *
 * @throws CompositionError naming every problem of the plugins.
 * @example
 * await using opened = await openTestPlatform({ directory })
 * await opened.platform.services.jobs.idle()
 */
export async function openTestPlatform({
  plugins = [],
  settings = {},
  env = {},
  without = [],
  now,
  deadlines = {},
  strongHashes = false,
  streamBuild,
  directory: kept,
}: OpenTestOptions = {}): Promise<OpenTestPlatform> {
  const loaded = await requireSound(await surveyGiven({ plugins, settings, env, keepSecret }))
  const directory = kept ?? (await mkdtemp(join(tmpdir(), 'platform-test-')))
  const remove = async () => {
    if (kept === undefined) await rm(directory, { recursive: true, force: true })
  }
  const clock = testClock(now)
  const lines: Record<string, unknown>[] = []
  const config = loadConfig(sourcesOf(directory, env))
  const open = await openPlatform({
    config: { ...config, showsCauses: !config.production },
    log: createLog('info', { write: line => lines.push(JSON.parse(line) as Record<string, unknown>) }),
    plugins: loaded,
    streamBuild: streamBuild ?? (await releasedBuild()),
    core: core.filter(({ name }) => !without.includes(name)),
    serves: true,
    clock,
    monotonic: () => clock.now().getTime(),
    deadlines,
    ...(strongHashes ? {} : { passwordCost: WEAK }),
  }).catch(async error => {
    await remove()
    throw error
  })
  const groups = createGroups(open.platform.composition)
  return describeOpened({ open, remove, lines, clock, groups, door: await openDoor(open.platform, directory) })
}

let released: Promise<StreamBuild> | undefined

/** The build of the release without client parts, which is read once for all platforms of a process. */
function releasedBuild(): Promise<StreamBuild> {
  released ??= loadStreamBuild().then(build => withParts(build, []))
  return released
}

/** The configuration of a test platform, whose secrets are kept out of its log. */
function sourcesOf(directory: string, env: Readonly<Record<string, string>>) {
  const sources = {
    cwd: directory,
    env: {
      NODE_ENV: 'test',
      PLATFORM_DOCSTORE_URL: testStore(directory),
      PLATFORM_KVSTORE_URL: 'memory:',
      PLATFORM_JWT_SECRET: 'a secret of a test platform, 32 bytes or more',
      PLATFORM_DISABLE_SCRAPER: 'TRUE',
      ...env,
    },
  }
  keepSecret(secretValues(sources))
  return sources
}

/**
 * The document store of a test: a file in its folder. With `PLATFORM_TEST_STORE=mongodb` it is a database of that
 * folder's own in the MongoDB of `PLATFORM_TEST_DOCSTORE_URL`.
 */
export function testStore(directory: string): string {
  const { PLATFORM_TEST_STORE: store, PLATFORM_TEST_DOCSTORE_URL: mongo } = process.env
  if (store !== 'mongodb' || !mongo) return `sqlite:${join(directory, 'platform.db')}`
  const url = new URL(mongo)
  url.pathname = `/test_${createHash('sha256').update(directory).digest('hex').slice(0, 24)}`
  return url.href
}

interface Running {
  readonly open: OpenPlatform
  readonly remove: () => Promise<void>
  readonly lines: readonly Record<string, unknown>[]
  readonly clock: OpenTestPlatform['clock']
  readonly groups: Groups
  readonly door: Door
}

function describeOpened({ open: { platform, close }, remove, lines, clock, groups, door }: Running): OpenTestPlatform {
  return {
    ...makeRecords(platform, clock),
    platform,
    logs: lines,
    http: (path, init = {}, caller = null) => door.request(path, caller ? signed(init, caller) : init),
    subscribe: (operation, caller = null) =>
      subscribe(platform, groups, { ...operation, userId: caller?.user.id ?? null }),
    clock: {
      now: () => clock.now(),
      advance(milliseconds) {
        clock.advance(milliseconds)
        platform.services.jobs.wake()
      },
    },
    async mails() {
      await platform.services.jobs.idle()
      return [...platform.services.mail.kept]
    },
    async [Symbol.asyncDispose]() {
      await door.close()
      await close()
      await remove()
    },
  }
}

/** The request with the caller's token, unless it has an `Authorization` header of its own. */
function signed(init: RequestInit, { token }: TestUser): RequestInit {
  return { ...init, headers: { authorization: `Bearer ${token}`, ...Object.fromEntries(new Headers(init.headers)) } }
}

function testClock(now: Date | undefined): OpenTestPlatform['clock'] {
  let shift = 0
  return {
    now: () => new Date((now?.getTime() ?? Date.now()) + shift),
    advance(milliseconds) {
      shift += milliseconds
    },
  }
}
