import type { Services } from '@platform/plugin-sdk'
import { type ExecutionResult, executeSubscriptionEvent, validateSubscriptionArgs } from 'graphql'
import { attributionOf, describeAttribution } from '../composition/attribution.ts'
import type { Composition } from '../composition/composition.ts'
import type { ServerContext } from '../contract/context.ts'
import { maskError } from '../graphql/errors.ts'
import { logFailure } from '../runtime/outage.ts'
import type { Subscription } from './subscription.ts'

/** Receives the serialised result of one event. */
export type Deliver = (payload: string) => void

/**
 * Groups of equal subscriptions of one caller, or of anonymous readers: an event is filtered, executed and serialised
 * once for all of them.
 */
export interface Groups {
  /** Joins a group; resolves when the group receives events. @returns the function to leave it. */
  join(subscription: Subscription, userId: string | null, deliver: Deliver): Promise<() => void>
  readonly size: number
}

interface Group {
  readonly subscribers: Set<Deliver>
  readonly started: Promise<void>
  stop(): Promise<void>
}

/** Events that may wait in one group. Further events are dropped; a client reads the changes when it reloads. */
const MOST_WAITING = 1_000

export function createGroups(composition: Composition): Groups {
  const groups = new Map<string, Group>()
  return {
    get size() {
      return groups.size
    },
    async join(subscription, userId, deliver) {
      const key = JSON.stringify([userId, subscription.key])
      const group = groups.get(key) ?? createGroup(composition, subscription, userId)
      groups.set(key, group)
      group.subscribers.add(deliver)
      await group.started
      return () => {
        group.subscribers.delete(deliver)
        if (group.subscribers.size > 0 || groups.get(key) !== group) return
        groups.delete(key)
        void group.stop()
      }
    },
  }
}

function createGroup(composition: Composition, subscription: Subscription, userId: string | null): Group {
  const { services } = composition
  const subscribers = new Set<Deliver>()
  const asset = typeof subscription.args['asset_id'] === 'string' ? subscription.args['asset_id'] : null
  const channels = composition.liveFilters(subscription.field, subscription.args)
  const queue = serially(MOST_WAITING, error => logUndelivered(services, subscription, error))

  const started = Promise.all(
    [...channels].map(([channel, filter]) =>
      services.events.subscribe(channel, asset, payload =>
        queue(async () => {
          const user = userId === null ? null : await services.users.findById(userId)
          const context = composition.createContext({ user })
          if (!(await filter(payload, context))) return
          const result = await resolve(services, subscription, { payload, context })
          if (isNothing(result)) return
          const text = JSON.stringify(result)
          for (const deliver of subscribers) deliver(text)
        }),
      ),
    ),
  )

  return {
    subscribers,
    started: started.then(() => undefined),
    stop: async () => {
      for (const leave of await started) await leave()
    },
  }
}

function logUndelivered({ log }: Services, { field }: Subscription, error: unknown): void {
  const place = attributionOf(error)
  const cause = place ? `: PLUGIN_HOOK_FAILED ${describeAttribution(place)}` : ''
  logFailure(log, error, { text: `an event was not delivered${cause}`, subscription: field, ...place })
}

async function resolve(
  services: Services,
  { document, operationName, variables }: Subscription,
  { payload, context }: { payload: unknown; context: ServerContext },
): Promise<ExecutionResult> {
  const { schema, authorOf } = services.composition
  const args = validateSubscriptionArgs({
    schema,
    document,
    operationName,
    variableValues: variables,
    rootValue: payload,
    contextValue: context,
  })
  const { data, errors } = 'schema' in args ? await executeSubscriptionEvent(args) : { data: null, errors: args }
  const { log, config } = services
  const about = { log, showsCauses: config.showsCauses, request: context.id, fields: { schema, authorOf, document } }
  return {
    ...(data === undefined ? {} : { data }),
    ...(errors ? { errors: errors.map(error => maskError(error, about)) } : {}),
  }
}

/** Whether all fields of a result are `null`, as when its record is no longer visible. It is not delivered then. */
function isNothing({ data, errors }: ExecutionResult): boolean {
  return !errors && data !== null && data !== undefined && Object.values(data).every(value => value === null)
}

/** Runs one step after the other; the error of a step is reported, and the next step runs. */
function serially(most: number, onError: (error: unknown) => void): (step: () => Promise<void>) => void {
  let last: Promise<void> = Promise.resolve()
  let waiting = 0
  return step => {
    if (waiting >= most) return
    waiting++
    last = last
      .then(step)
      .catch(onError)
      .finally(() => {
        waiting--
      })
  }
}
