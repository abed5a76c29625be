import type { TestPlatform as Engine } from '@platform/server/testing'
import { lexicographicSortSchema, printSchema } from 'graphql'
import { diagnosticsOf, whose } from './diagnostics.ts'
import { systemContext } from './system-context.ts'
import type { GraphqlAnswer, GraphqlError, Published, TestPlatform } from './test-platform.ts'
import { accountOf, type Viewer } from './viewer.ts'
import type { Watch } from './watch/watch.ts'

/** A test platform from its opening to its end, over restarts. */
export interface Session {
  readonly engine: Engine
  readonly published: readonly Published[]
  readonly watching: Watch
  restart(): Promise<void>
  close(): Promise<void>
}

interface RawError {
  readonly message: string
  readonly path?: readonly (string | number)[]
  readonly extensions?: { readonly code?: string; readonly requestId?: string }
}
interface RawAnswer<T> {
  readonly data?: T | null
  readonly errors?: readonly RawError[]
}

/** The platform as a viewer sees it. */
export function view(session: Session, viewer: Viewer): TestPlatform {
  let account: ReturnType<typeof accountOf> | undefined
  const seen = async () => {
    account ??= accountOf(viewer, session.engine)
    return session.engine.as(await account)
  }
  const http = async (path: string, init?: RequestInit) => (await seen()).http(path, init)
  return {
    createUser: given => session.engine.createUser(given),
    signIn: somebody => session.engine.signIn(somebody),
    createAsset: given => session.engine.createAsset(given),
    createComment: given => session.engine.createComment(given),
    as: other => view(session, other),
    http,
    async graphql<T>(query: string, variables: Record<string, unknown> = {}): Promise<GraphqlAnswer<T>> {
      const response = await http('/api/v1/graph/ql', {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ query, variables }),
      })
      const { data = null, errors = [] } = (await response.json()) as RawAnswer<T>
      return { status: response.status, data, errors: errors.map(error => blamed(error, session)) }
    },
    subscribe: async (document, variables) => (await seen()).subscribe(document, variables),
    async token({ sub, ...claims } = {}) {
      const { token } = await session.engine.platform.tokens.sign({
        kind: 'session',
        userId: typeof sub === 'string' ? sub : 'nobody-known',
        claims,
      })
      return token
    },
    clock: {
      advance: milliseconds => {
        session.engine.clock.advance(milliseconds)
      },
    },
    published: session.published,
    mails: () => session.engine.mails(),
    get logs() {
      return session.engine.logs
    },
    get diagnostics() {
      return diagnosticsOf(session.engine.logs, session.watching.rejections)
    },
    get sdl() {
      return printSchema(lexicographicSortSchema(session.engine.platform.composition.schema))
    },
    get context() {
      return systemContext(session.engine.platform) as TestPlatform['context']
    },
    get loaders() {
      return systemContext(session.engine.platform).loaders
    },
    get mutators() {
      return systemContext(session.engine.platform).mutators
    },
    get platform() {
      return session.engine.platform
    },
    restart: () => session.restart(),
    close: () => session.close(),
    [Symbol.asyncDispose]: () => session.close(),
  }
}

function blamed(
  { message, path, extensions: { code = 'INTERNAL', requestId } = {} }: RawError,
  { engine }: Session,
): GraphqlError {
  return { message, code, ...(path ? { path } : {}), ...whose(engine.logs, requestId, path) }
}
