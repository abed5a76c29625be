import type { LoadedPlugin } from '@platform/plugin-host'
import type { LiveSocket, Services } from '@platform/plugin-sdk'
import { type ExecutionArgs, GraphQLError } from 'graphql'
import { makeServer, type Server } from 'graphql-ws'
import pTimeout from 'p-timeout'
import type { WebSocket } from 'ws'
import { attribute, attributionOf, describeAttribution } from '../composition/attribution.ts'
import type { Composition } from '../composition/composition.ts'
import { isExpected } from '../composition/schema/mutation-errors.ts'
import { failedScalar, maskError } from '../graphql/errors.ts'
import { credentials } from '../http/identify.ts'
import type { Log } from '../runtime/log.ts'
import { CLOSE, type Connection, send } from './connection.ts'
import type { EndedSessionsWatch } from './ended-sessions.ts'
import type { Groups } from './groups.ts'
import { readSubscription, type Subscription } from './subscription.ts'

/** Subscriptions that one connection may have. */
const MOST_SUBSCRIPTIONS = 100
/** How long a client may take to send `connection_init`. Milliseconds. */
const INIT_DEADLINE = 3_000

/** How long `onConnect` of a plugin may take. Milliseconds. */
const CONNECT_DEADLINE = 10_000

/** The parts that all connections share. */
export interface ProtocolParts {
  readonly groups: Groups
  readonly watch: EndedSessionsWatch
}

type OnConnect = NonNullable<NonNullable<LoadedPlugin['hooks']['websockets']>['onConnect']>

interface Joining {
  readonly subscription: Subscription
  readonly connection: Connection
  readonly id: string
}

/**
 * The protocol graphql-transport-ws, which the library handles. Only results do not pass through the library: each
 * group serialises a result once, and writes the bytes to all its sockets.
 */
export function createProtocol(composition: Composition, { groups, watch }: ProtocolParts): Server<Connection> {
  const { services } = composition
  return makeServer<{ token?: unknown } | undefined, Connection>({
    connectionInitWaitTimeout: INIT_DEADLINE,
    onConnect: async ({ extra, connectionParams }) => {
      try {
        if (!(await watch.enter(extra, () => identify(services, extra, connectionParams?.token)))) return false
        await greet(services, extra, connectionParams ?? {})
        return true
      } catch (error) {
        logRefusal(error, services.log)
        return false
      }
    },
    onSubscribe: async ({ extra }, id, payload) => {
      try {
        if (!(await watch.admits(extra)))
          return [new GraphQLError('Your session has ended', { extensions: { code: 'TOKEN_INVALID' } })]
        if (extra.subscriptions >= MOST_SUBSCRIPTIONS)
          return [
            new GraphQLError(`A connection has at most ${MOST_SUBSCRIPTIONS} subscriptions`, {
              extensions: { code: 'TOO_MANY_SUBSCRIPTIONS' },
            }),
          ]
        const subscription = readSubscription(composition.schema, payload as never)
        if (!('key' in subscription))
          return subscription.map(error =>
            failedScalar(error) ? maskError(error, { log: services.log, request: id }) : error,
          )
        services.budget.spend(
          { user: extra.caller?.user ?? null, address: extra.address },
          { items: subscription.items, bytes: 0 },
        )
        // The filters are made here first, so that one which fails is an error of this operation only.
        composition.liveFilters(subscription.field, subscription.args)
        // The subscription counts before it has started, so that several that arrive together stay below the limit.
        extra.subscriptions++
        return {
          schema: composition.schema,
          document: subscription.document,
          operationName: subscription.operationName,
          contextValue: { subscription, connection: extra, id } satisfies Joining,
        }
      } catch (error) {
        return [maskError(error, { log: services.log, request: id })]
      }
    },
    subscribe: ({ contextValue }: ExecutionArgs) => join(groups, contextValue as Joining),
  }) as unknown as Server<Connection>
}

/** Logs why a connection was refused: a refusal in one line, the failure of a plugin as an error. */
function logRefusal(error: unknown, log: Log): void {
  const place = attributionOf(error)
  if (place && !isExpected(error)) {
    log.error({ err: error, ...place }, `PLUGIN_HOOK_FAILED ${describeAttribution(place)}`)
    return
  }
  const reason = error instanceof Error ? error.message : String(error)
  log.info({ reason, ...place }, 'a live connection was refused')
}

/** Calls `onConnect` of all plugins, which may refuse the connection by failing. `socket.upgradeReq` has the caller. */
async function greet(
  { composition }: Services,
  connection: Connection,
  params: Readonly<Record<string, unknown>>,
): Promise<void> {
  const socket = Object.assign(connection.socket, {
    upgradeReq: Object.assign(connection.request, {
      user: connection.caller?.user ?? null,
      jwt: connection.caller?.token?.claims ?? null,
    }),
  })
  await Promise.all(composition.plugins.map(plugin => greeting(plugin, onConnect => onConnect(params, socket))))
}

/** Calls `onConnect` of one plugin. A plugin that answers too late fails. */
async function greeting(plugin: LoadedPlugin, ask: (onConnect: OnConnect) => unknown): Promise<void> {
  const { onConnect } = plugin.hooks.websockets ?? {}
  if (!onConnect) return
  const answer = () =>
    pTimeout(
      Promise.resolve().then(() => ask(onConnect)),
      { milliseconds: CONNECT_DEADLINE, message: `onConnect did not answer within ${CONNECT_DEADLINE / 1_000} s` },
    )
  await attribute(plugin, 'websockets', 'onConnect', answer)()
}

/** Calls `onDisconnect` of all plugins after a connection was closed. */
export function dismiss({ composition, log }: Services, { socket }: Connection): void {
  for (const plugin of composition.plugins) {
    const { onDisconnect } = plugin.hooks.websockets ?? {}
    if (onDisconnect)
      Promise.resolve()
        .then(() => attribute(plugin, 'websockets', 'onDisconnect', onDisconnect)(socket as WebSocket & LiveSocket))
        .catch((error: unknown) => log.error({ err: error, plugin: plugin.name }, 'onDisconnect failed'))
  }
}

async function identify(services: Services, { request, ownOrigin }: Connection, token: unknown) {
  const url = new URL(request.url ?? '/', 'ws://localhost')
  const found = credentials(request, url.search.slice(1))
  if (token === undefined || token === null)
    return services.authentication.identify(ownOrigin ? found : { ...found, cookieHeader: undefined })
  if (typeof token !== 'string') throw new Error('the token is not a string')
  return services.authentication.identify({ authorization: `Bearer ${token}` })
}

/** An operation that ends when its client leaves. Its results go directly to the socket. */
async function join(groups: Groups, { subscription, connection, id }: Joining): Promise<AsyncGenerator<never>> {
  const prefix = `{"id":${JSON.stringify(id)},"type":"next","payload":`
  const leave = await groups.join(subscription, connection.caller?.user?.id ?? null, payload =>
    send(connection, `${prefix}${payload}}`),
  )
  let end!: (done: IteratorReturnResult<undefined>) => void
  const ended = new Promise<IteratorReturnResult<undefined>>(resolve => {
    end = resolve
  })
  let left = false
  const stop = async (): Promise<IteratorReturnResult<undefined>> => {
    if (!left) {
      left = true
      connection.subscriptions--
      leave()
    }
    end({ done: true, value: undefined })
    return { done: true, value: undefined }
  }
  const iterator: AsyncGenerator<never> = {
    next: () => ended,
    return: stop,
    throw: stop,
    [Symbol.asyncIterator]: () => iterator,
    async [Symbol.asyncDispose]() {
      await stop()
    },
  }
  return iterator
}

/** Closes a connection when its token expires. */
export function closeAtExpiry(connection: Connection): void {
  const expiresAt = connection.caller?.token?.expiresAt
  if (!expiresAt) return
  const wait = Math.min(expiresAt.getTime() - Date.now(), 2 ** 31 - 1)
  const timer = setTimeout(() => connection.socket.close(CLOSE.forbidden, 'Your session has ended'), Math.max(0, wait))
  connection.socket.once('close', () => clearTimeout(timer))
}
