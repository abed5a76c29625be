import type { LoadedPlugin } from '@platform/plugin-host'
import type { LiveSocket, Services } from '@platform/plugin-sdk'
import { type ExecutionArgs, GraphQLError } from 'graphql'
import { makeServer, type Server } from 'graphql-ws'
import pTimeout from 'p-timeout'
import type { WebSocket } from 'ws'
import { attribute } from '../composition/attribution.ts'
import type { Composition } from '../composition/composition.ts'
import { failedScalar, maskError } from '../graphql/errors.ts'
import { credentials } from '../http/identify.ts'
import { CLOSE, type Connection, send } from './connection.ts'
import type { EndedSessionsWatch } from './ended-sessions.ts'
import type { Groups } from './groups.ts'
import { logRefusal } from './refusal.ts'
import { readSubscription, type Subscription } from './subscription.ts'

/** Subscriptions one connection may hold. */
const MOST_SUBSCRIPTIONS = 100
/** How long a client may take to introduce itself. Milliseconds. */
const INIT_DEADLINE = 3_000

/** How long plugins may think about a new connection. Milliseconds. */
const CONNECT_DEADLINE = 10_000

/** What connections share. */
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
 * The protocol graphql-transport-ws. The library speaks it; results do not pass through it: each group
 * writes the bytes it has made once to all its sockets.
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
            new GraphQLError(`A connection holds at most ${MOST_SUBSCRIPTIONS} subscriptions`, {
              extensions: { code: 'TOO_MANY_SUBSCRIPTIONS' },
            }),
          ]
        const subscription = readSubscription(composition.schema, payload as never)
        if (!('key' in subscription))
          return subscription.map(error =>
            failedScalar(error) ? maskError(error, { log: services.log, request: id }) : error,
          )
        services.budget.spend({ user: extra.caller?.user ?? null, address: extra.address }, subscription.items)
        // Asked here for the first time, so that a filter which fails is an error of this operation alone.
        composition.liveFilters(subscription.field, subscription.args)
        // Counted here and not when it has started, or those that arrive together would not see each other.
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

/** Plugins may refuse a connection by failing; they see it with its caller on `socket.upgradeReq`. */
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

/** One plugin's word on a new connection; being late is its failure too. */
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

/** Tells plugins that a connection is gone. */
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
  if (typeof token !== 'string') throw new Error('the token is no text')
  return services.authentication.identify({ authorization: `Bearer ${token}` })
}

/** An operation that ends when it is left; what it delivers goes to the socket directly. */
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

/** Closes a connection when the token it came with ends. */
export function closeAtExpiry(connection: Connection): void {
  const expiresAt = connection.caller?.token?.expiresAt
  if (!expiresAt) return
  const wait = Math.min(expiresAt.getTime() - Date.now(), 2 ** 31 - 1)
  const timer = setTimeout(() => connection.socket.close(CLOSE.forbidden, 'Your session has ended'), Math.max(0, wait))
  connection.socket.once('close', () => clearTimeout(timer))
}
