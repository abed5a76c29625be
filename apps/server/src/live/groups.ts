import type { Services } from '@platform/plugin-sdk'
import { type ExecutionResult, executeSubscriptionEvent, validateSubscriptionArgs } from 'graphql'
import pTimeout from 'p-timeout'
import { attributionOf, describeAttribution } from '../composition/attribution.ts'
import type { Composition } from '../composition/composition.ts'
import type { ChannelFilter } from '../composition/schema/live-filters.ts'
import type { ServerContext } from '../contract/context.ts'
import { maskError } from '../graphql/errors.ts'
import { logFailure } from '../runtime/outage.ts'
import { createStanding, type Standing } from './standing.ts'
import type { Subscription } from './subscription.ts'

/** Receives the serialised result of one event. */
export type Deliver = (payload: string) => void

/**
 * Groups of equal subscriptions. An event is filtered, executed and serialised once for a group, unless that read who
 * the subscriber is, or might have: then for each person in it, and once for its anonymous readers.
 */
export interface Groups {
  /** Joins a group; resolves when the group receives events. @returns the function to leave it. */
  join(subscription: Subscription, userId: string | null, deliver: Deliver): Promise<() => void>
  /** The number of groups. */
  readonly size: number
}

/** Those in a group who get the same results: the connections of one person, or of all anonymous readers. */
interface Member {
  readonly userId: string | null
  readonly connections: Set<Deliver>
  /** Runs a step after those before it, so that a result that takes long keeps no other member waiting. */
  readonly queue: (step: () => Promise<void>) => void
}

interface Group {
  readonly members: Map<string | null, Member>
  readonly started: Promise<void>
  stop(): Promise<void>
}

/** An event, with the filter of its channel. */
interface Event {
  readonly payload: unknown
  readonly filter: ChannelFilter
}

/** The serialised result of an event; `null` when nothing is delivered. */
interface Outcome {
  readonly text: string | null
  /** Whether every member gets the same. */
  readonly isForAll: boolean
}

/** Events that may wait for one member. Further events are dropped; a client reads the changes when it reloads. */
const MOST_WAITING = 1_000
/** How long the others wait for the result of one member, which may be theirs, too. Milliseconds. */
const PATIENCE = 1_000

export function createGroups(composition: Composition): Groups {
  const groups = new Map<string, Group>()
  const standing = createStanding(composition.services)
  return {
    get size() {
      return groups.size
    },
    async join(subscription, userId, deliver) {
      const { key } = subscription
      const group = groups.get(key) ?? createGroup(composition, subscription, standing)
      groups.set(key, group)
      const member = group.members.get(userId) ?? newMember(composition.services, subscription, userId)
      group.members.set(userId, member)
      member.connections.add(deliver)
      await group.started
      return () => {
        member.connections.delete(deliver)
        if (member.connections.size > 0) return
        if (group.members.get(userId) === member) group.members.delete(userId)
        if (group.members.size > 0 || groups.get(key) !== group) return
        groups.delete(key)
        void group.stop()
      }
    },
  }
}

function newMember(services: Services, subscription: Subscription, userId: string | null): Member {
  const queue = serially(MOST_WAITING, error => logUndelivered(services, subscription, error))
  return { userId, connections: new Set(), queue }
}

function createGroup(composition: Composition, subscription: Subscription, standing: Standing): Group {
  const { services } = composition
  const members: Group['members'] = new Map()
  const asset = typeof subscription.args['asset_id'] === 'string' ? subscription.args['asset_id'] : null
  const channels = composition.liveFilters(subscription.field, subscription.args)
  const queue = serially(MOST_WAITING, error => logUndelivered(services, subscription, error))

  const outcomeFor = async ({ userId }: Member, { payload, filter }: Event): Promise<Outcome> => {
    const context = composition.createContext({ user: userId === null ? null : await standing.of(userId) })
    const isWanted = await filter(payload, context)
    const result = isWanted ? await resolve(services, subscription, { payload, context }) : null
    const text = result && !isNothing(result) ? JSON.stringify(result) : null
    return { text, isForAll: context.sharing.isForAll }
  }
  const deliverTo = (member: Member, outcome: () => Promise<Outcome>) =>
    member.queue(async () => {
      const { text } = await outcome()
      if (text !== null) for (const deliver of member.connections) deliver(text)
    })

  const deliver = async (event: Event): Promise<void> => {
    const first = members.get(null) ?? members.values().next().value
    if (!first) return
    const firstOutcome = outcomeFor(first, event)
    deliverTo(first, () => firstOutcome)
    const known = await withinPatience(firstOutcome)
    for (const member of members.values())
      if (member !== first) deliverTo(member, known?.isForAll ? async () => known : () => outcomeFor(member, event))
  }

  const started = Promise.all(
    [...channels].map(([channel, filter]) =>
      services.events.subscribe(channel, asset, payload => queue(() => deliver({ payload, filter }))),
    ),
  )

  return {
    members,
    started: started.then(() => undefined),
    stop: async () => {
      for (const leave of await started) await leave()
    },
  }
}

/** The outcome, or `null` when it failed, which is logged where it is delivered, or takes long. */
async function withinPatience(outcome: Promise<Outcome>): Promise<Outcome | null> {
  return pTimeout(outcome, { milliseconds: PATIENCE, fallback: () => null }).catch(() => null)
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
