import { listen } from '@platform/server'
import type { OpenTestPlatform } from '@platform/server/testing'
import { lexicographicSortSchema, printSchema } from 'graphql'
import { accountOf, type TestCaller } from './caller.ts'
import { diagnosticsOf, whose } from './diagnostics.ts'
import { systemContext } from './system-context.ts'
import type { GraphqlAnswer, GraphqlError, Published, TestPlatform, TestRoute } from './test-platform.ts'
import type { Watch } from './watch/watch.ts'

/** One test platform from `createTestPlatform` to `close`; a restart opens a new server in it. */
export interface Session {
  readonly opened: OpenTestPlatform
  readonly published: readonly Published[]
  readonly watching: Watch
  restart(): Promise<void>
  close(): Promise<void>
}

interface RawError {
  readonly message: string
  readonly path?: readonly (string | number)[]
  readonly extensions?: { readonly code?: string; readonly requestId?: string; readonly cause?: unknown }
}
interface RawAnswer<T> {
  readonly data?: T | null
  readonly errors?: readonly RawError[]
}

type Requests = Pick<TestPlatform, 'http' | 'graphql' | 'subscribe'>
type State = Pick<
  TestPlatform,
  | 'logs'
  | 'diagnostics'
  | 'sdl'
  | 'context'
  | 'loaders'
  | 'mutators'
  | 'services'
  | 'routes'
  | 'permissions'
  | 'warnings'
  | 'disabled'
  | 'ready'
>

/** The platform as one caller uses it. */
export function view(session: Session, caller: TestCaller): TestPlatform {
  const calls: Omit<TestPlatform, keyof State> = {
    ...requestsOf(session, caller),
    createUser: given => session.opened.createUser(given),
    signIn: given => session.opened.signIn(given),
    createAsset: given => session.opened.createAsset(given),
    createComment: given => session.opened.createComment(given),
    as: other => view(session, other),
    async token({ sub, ...claims } = {}) {
      const userId = typeof sub === 'string' ? sub : 'not-a-user'
      return (await session.opened.platform.tokens.sign({ kind: 'session', userId, claims })).token
    },
    clock: {
      now: () => session.opened.clock.now(),
      advance: milliseconds => {
        session.opened.clock.advance(milliseconds)
      },
    },
    published: session.published,
    mails: () => session.opened.mails(),
    drain: () => session.opened.platform.drain(),
    listen: () => listen(session.opened.platform),
    restart: () => session.restart(),
    close: () => session.close(),
    [Symbol.asyncDispose]: () => session.close(),
  }
  // A spread would read the state now, and a test reads it later.
  return Object.defineProperties(calls, Object.getOwnPropertyDescriptors(stateOf(session))) as TestPlatform
}

function requestsOf(session: Session, caller: TestCaller): Requests {
  let found: ReturnType<typeof accountOf> | undefined
  const account = () => {
    found ??= accountOf(caller, session.opened)
    return found
  }
  const http: Requests['http'] = async (path, init) => session.opened.http(path, init, await account())
  return {
    http,
    async graphql<T>(query: string, variables: Record<string, unknown> = {}): Promise<GraphqlAnswer<T>> {
      const response = await http('/api/v1/graph/ql', {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ query, variables }),
      })
      const { data = null, errors = [] } = (await response.json()) as RawAnswer<T>
      return { status: response.status, data, errors: errors.map(error => attributed(error, session)) }
    },
    subscribe: async (document, variables = {}) => session.opened.subscribe({ document, variables }, await account()),
  }
}

function stateOf(session: Session): State {
  const { watching } = session
  return {
    get logs() {
      return session.opened.logs
    },
    get diagnostics() {
      return diagnosticsOf(session.opened.logs, watching.rejections)
    },
    get sdl() {
      return printSchema(lexicographicSortSchema(session.opened.platform.composition.schema))
    },
    get context() {
      return systemContext(session.opened.platform) as State['context']
    },
    get loaders() {
      return systemContext(session.opened.platform).loaders
    },
    get mutators() {
      return systemContext(session.opened.platform).mutators
    },
    get services() {
      return session.opened.platform.services
    },
    get routes() {
      return routesOf(session.opened)
    },
    get permissions() {
      return session.opened.platform.composition.permissions
    },
    get warnings() {
      return session.opened.platform.composition.remarks.warnings
    },
    get disabled() {
      return session.opened.platform.disabled
    },
    get ready() {
      return session.opened.platform.ready
    },
  }
}

function routesOf({ platform: { composition } }: OpenTestPlatform): TestRoute[] {
  return composition.router.routes.map(({ method, path, plugin }) => ({ method, path, plugin: plugin.name }))
}

function attributed({ message, path, extensions = {} }: RawError, { opened }: Session): GraphqlError {
  const { code = 'INTERNAL', requestId, cause } = extensions
  return {
    message,
    code,
    ...(path ? { path } : {}),
    ...(cause ? { cause } : {}),
    ...whose(opened.logs, requestId, path),
  }
}
