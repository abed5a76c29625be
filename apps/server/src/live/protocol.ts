import type { Config } from '@platform/config'
import type { Services } from '@platform/plugin-sdk'
import { type ExecutionArgs, GraphQLError, parse } from 'graphql'
import { makeServer, type Server, type SubscribePayload } from 'graphql-ws'
import type { Composition } from '../composition/composition.ts'
import { type About, failedScalar } from '../graphql/errors.ts'
import { findDocument, maySendAny } from '../graphql/stored-documents.ts'
import { mostLiveText } from '../http/connections.ts'
import { CLOSE, type Connection } from './connection.ts'
import type { EndedSessionsWatch } from './ended-sessions.ts'
import type { Groups } from './groups.ts'
import { type Introduction, introduce } from './introduction.ts'
import { maskLiveError } from './mask-live-error.ts'
import type { Outgoing } from './outgoing.ts'
import type { Result } from './result.ts'
import type { Slices } from './slices.ts'
import { createReader, type Read, type Subscription } from './subscription.ts'

/** Subscriptions that one connection may have. */
export const MOST_SUBSCRIPTIONS = 100
/** How long a client may take to send `connection_init`. Milliseconds. */
export const INIT_DEADLINE = 3_000

/** The parts that all connections share. */
export interface ProtocolParts {
  readonly groups: Groups
  readonly watch: EndedSessionsWatch
  readonly outgoing: Outgoing
  readonly slices: Slices
}

/** The library reads nothing of a document but that it is a subscription, and keeps it as long as that goes on. */
const ANY_SUBSCRIPTION = parse('subscription { any }')

interface Joining {
  readonly subscription: Subscription
  readonly connection: Connection
  readonly id: string
  /** The number of the last event that the client knows of, when it comes back. */
  readonly since: number | null
  /** Whether the client may have so many past events executed. */
  mayCatchUp(events: number): boolean
  /** Counts the subscription off again. */
  readonly release: () => void
}

/** A client's message that asks for a subscription. */
interface Asked extends Pick<Joining, 'id'> {
  readonly payload: SubscribePayload
}

/** The operation that the library is to run, or the errors for which it is refused. */
type Accepted = readonly GraphQLError[] | ExecutionArgs

/**
 * The protocol graphql-transport-ws, which the library handles. Only results do not pass through the library: each
 * group serialises a result once, and writes the bytes to all its sockets.
 */
export function createProtocol(composition: Composition, parts: ProtocolParts): Server<Connection> {
  const { services } = composition
  const { watch, slices } = parts
  const read = createReader(composition.schema)

  async function accept(connection: Connection, { id, payload }: Asked): Promise<Accepted> {
    const masked = (error: unknown) => [maskLiveError(error, aboutOf(services, id))]
    try {
      if (!(await watch.admits(connection)))
        return [new GraphQLError('Your session has ended', { extensions: { code: 'TOKEN_INVALID' } })]
    } catch (error) {
      return masked(error)
    }
    // The subscription counts before it has started, so that several that arrive together stay below the limits.
    const release = count(connection, services.config)
    if (release instanceof GraphQLError) return [release]
    const subscription = await textOf(services, connection.caller, payload)
      .then(query => read({ ...payload, query }, connection))
      .then(subscription => slices.run(() => begin(composition, connection, { id, subscription })))
      .catch(masked)
    if (!('key' in subscription)) {
      release()
      return subscription
    }
    // The library keeps the whole payload for as long as the subscription goes on.
    const releaseText = connection.countTextForAddress(JSON.stringify(payload).length)
    if (!releaseText) {
      release()
      const most = mostLiveText(services.config)
      return [tooMany(`The subscriptions of one address have at most ${most} characters together`)]
    }
    return {
      schema: composition.schema,
      document: ANY_SUBSCRIPTION,
      contextValue: {
        ...{ subscription, connection, id },
        release: () => {
          release()
          releaseText()
        },
        since: services.events.numberOf(payload.extensions?.['cursor']),
        mayCatchUp: events => maySpend(services, connection, subscription.items * events),
      } satisfies Joining,
    }
  }

  return makeServer<Introduction | undefined, Connection>({
    connectionInitWaitTimeout: INIT_DEADLINE,
    onConnect: ({ extra, connectionParams }) =>
      introduce(services, watch, { connection: extra, params: connectionParams }),
    // A client that gets this answer knows that all subscriptions which it asked for before receive events.
    onPing: async ({ extra }) => {
      await extra.order.settled()
    },
    onSubscribe: ({ extra }, id, payload) => accept(extra, { id, payload }),
    subscribe: ({ contextValue }: ExecutionArgs) => join(parts, contextValue as Joining),
  }) as unknown as Server<Connection>
}

/**
 * Counts a subscription for its connection and its address.
 *
 * @returns a function that counts it off again, or the refusal when there are too many.
 */
function count(
  connection: Connection,
  { liveSubscriptionsPerAddress: most }: Pick<Config, 'liveSubscriptionsPerAddress'>,
): (() => void) | GraphQLError {
  if (connection.subscriptions >= MOST_SUBSCRIPTIONS)
    return tooMany(`A connection has at most ${MOST_SUBSCRIPTIONS} subscriptions`)
  const release = connection.countForAddress()
  if (!release) return tooMany(`The connections of one address have at most ${most} subscriptions together`)
  connection.subscriptions++
  return () => {
    connection.subscriptions--
    release()
  }
}

function tooMany(message: string): GraphQLError {
  return new GraphQLError(message, { extensions: { code: 'TOO_MANY_SUBSCRIPTIONS' } })
}

/**
 * Spends what one event of a subscription costs.
 *
 * @returns the errors of a wrong document.
 * @throws an error that is masked for the client.
 */
function begin(
  { liveFilters, services }: Composition,
  connection: Connection,
  { id, subscription }: Pick<Asked, 'id'> & { readonly subscription: Read },
): Read {
  if (!('key' in subscription))
    return subscription.map(error => (failedScalar(error) ? maskLiveError(error, aboutOf(services, id)) : error))
  spend(services, connection, subscription.items)
  // The filters are made here first, so that one which fails is an error of this operation only.
  liveFilters(subscription.field, subscription.args)
  return subscription
}

/** Spends items of the client's budget. @throws GraphQLError RATE_LIMIT_EXCEEDED when it is spent */
function spend({ budget }: Services, { caller, address }: Connection, items: number): void {
  budget.spend({ user: caller?.user ?? null, address }, { items, bytes: 0 })
}

/** Spends what past events cost, if the client may. */
function maySpend(services: Services, connection: Connection, items: number): boolean {
  try {
    spend(services, connection, items)
    return true
  } catch {
    return false
  }
}

/** The facts with which an error of a subscription is masked. */
function aboutOf({ log, config }: Pick<Services, 'log' | 'config'>, id: string): About {
  return { log, showsCauses: config.showsCauses, request: id }
}
/** The text of a subscription's document, which its extensions may name by id. */
async function textOf(
  { clientBuilds, composition: { schema }, config }: Services,
  caller: Connection['caller'],
  payload: SubscribePayload,
): Promise<string> {
  const documentId = payload.extensions?.['documentId']
  const acceptsAny = maySendAny(config.graphqlDocuments, caller ?? ANONYMOUS)
  const rules = { stored: clientBuilds, schema, acceptsAny }
  return (await findDocument({ query: payload.query, documentId }, rules)) ?? ''
}

const ANONYMOUS = { source: null, user: null }

/** An operation that ends when its client leaves. Its results go directly to the socket. */
async function join(
  { groups, outgoing }: ProtocolParts,
  { subscription, connection, id, since, mayCatchUp, release }: Joining,
): Promise<AsyncGenerator<never>> {
  const subscriber = {
    deliver: (result: Result) => outgoing.sendFrame(connection, result.frameFor(id)),
    miss: () => connection.socket.close(CLOSE.missed, 'Events were missed; reconnect and read what is newer'),
  }
  const { leave, isResumed } = await groups
    .join(subscription, { userId: connection.caller?.user?.id ?? null, subscriber, since, mayCatchUp })
    .catch((error: unknown) => {
      release()
      throw error
    })
  connection.started.all++
  if (isResumed) connection.started.resumed++
  let end!: (done: IteratorReturnResult<undefined>) => void
  const ended = new Promise<IteratorReturnResult<undefined>>(resolve => {
    end = resolve
  })
  let left = false
  const stop = async (): Promise<IteratorReturnResult<undefined>> => {
    if (!left) {
      left = true
      release()
      leave()
    }
    end({ done: true, value: undefined })
    return { done: true, value: undefined }
  }
  const iterator: AsyncGenerator<never> = {
    // The library asks for results once it knows the subscription, and so can end it.
    next: () => {
      connection.order.started(id)
      return ended
    },
    return: stop,
    throw: stop,
    [Symbol.asyncIterator]: () => iterator,
    async [Symbol.asyncDispose]() {
      await stop()
    },
  }
  return iterator
}
