import pTimeout from 'p-timeout'
import type { Composition } from '../composition/composition.ts'
import { createExecute } from '../graphql/executor/index.ts'
import { catchUp } from './catch-up.ts'
import { execute, type FilteredEvent, type Outcome } from './execute.ts'
import { deliverTo, logUndelivered, type Member, MOST_WAITING, miss, newMember, type Subscriber } from './member.ts'
import { createPastOutcomes, type PastOutcomes } from './past-outcomes.ts'
import type { Result } from './result.ts'
import { serially } from './serially.ts'
import { createSlices, type Slices } from './slices.ts'
import { createStanding, type Standing } from './standing.ts'
import type { Subscription } from './subscription.ts'

/** Who joins a group, and from where on. */
export interface Joining {
  readonly userId: string | null
  readonly subscriber: Subscriber
  /** The number of the last event that the client knows of, when it comes back. */
  readonly since?: number | null
  /** Whether its client may have so many past events executed. */
  mayCatchUp?(events: number): boolean
}

/** A subscription that receives events. */
export interface Joined {
  /** Whether it receives all events since the one that the client knew of. */
  readonly isResumed: boolean
  leave(): void
}

/**
 * Groups of equal subscriptions. An event is filtered, executed and serialised once for a group, unless that read who
 * the subscriber is, or might have: then for each person in it, and once for its anonymous readers.
 */
export interface Groups {
  /** Joins a group; resolves when the group receives events. */
  join(subscription: Subscription, joining: Joining): Promise<Joined>
  /** The number of groups. */
  readonly size: number
}

/** What all groups have together. */
interface Shared {
  readonly standing: Standing
  readonly slices: Slices
  readonly pastOutcomes: PastOutcomes
  /** Executes the document of a subscription, with an event in the place of its root. */
  readonly executeDocument: ReturnType<typeof createExecute>
}

interface Group {
  readonly members: Map<string | null, Member>
  readonly started: Promise<void>
  /** The events after a number, in order; `null` when some of them may be unknown, or are many. */
  missed(since: number): readonly FilteredEvent[] | null
  /** The result of a past event for a member. */
  resultOf(member: Member, event: FilteredEvent): Promise<Result | null>
  stop(): Promise<void>
}

/** A client that has missed more events than this reads anew, which takes less. */
export const MOST_MISSED = 100
/** Numbers after which a subscriber gets the events of its group: all of them, or none until it has caught up. */
const EVERY_EVENT = 0
const NO_EVENT_YET = Number.POSITIVE_INFINITY
/** How long the others wait for the result of one member, which may be theirs, too. Milliseconds. */
const PATIENCE = 1_000

export function createGroups(composition: Composition): Groups {
  const groups = new Map<string, Group>()
  const shared = {
    standing: createStanding(composition.services),
    slices: createSlices(),
    pastOutcomes: createPastOutcomes(composition.services),
    executeDocument: createExecute(composition.schema),
  }

  return {
    get size() {
      return groups.size
    },
    async join(subscription, { userId, subscriber, since = null, mayCatchUp = () => true }) {
      const { key } = subscription
      const { services } = composition
      const group = groups.get(key) ?? createGroup(composition, subscription, shared)
      groups.set(key, group)
      const member = group.members.get(userId) ?? newMember(services, subscription, userId)
      group.members.set(userId, member)
      member.subscribers.set(subscriber, since === null ? EVERY_EVENT : NO_EVENT_YET)
      const leave = () => {
        member.subscribers.delete(subscriber)
        if (member.subscribers.size > 0) return
        if (group.members.get(userId) === member) group.members.delete(userId)
        if (group.members.size > 0 || groups.get(key) !== group) return
        groups.delete(key)
        void group.stop()
      }
      try {
        await group.started
      } catch (error) {
        // The next one who asks for the same begins anew.
        leave()
        throw error
      }
      if (since === null) return { isResumed: false, leave }
      const events = group.missed(since)
      if (events === null || !mayCatchUp(events.length)) {
        member.subscribers.set(subscriber, services.events.latest)
        return { isResumed: false, leave }
      }
      const resultOf = (event: FilteredEvent) => group.resultOf(member, event)
      const { missed } = group
      void catchUp(services, events, { subscription, member, subscriber, missed, resultOf })
      return { isResumed: true, leave }
    },
  }
}

/**
 * The longest id that a discussion has. A longer one is made up, and hears nothing: it would be kept as the name of a
 * channel, also for a while after the subscription has ended. Characters.
 */
const LONGEST_ASSET = 255

function createGroup(composition: Composition, subscription: Subscription, shared: Shared): Group {
  const { services } = composition
  const members: Group['members'] = new Map()
  const asset = typeof subscription.args['asset_id'] === 'string' ? subscription.args['asset_id'] : null
  const isPossible = asset === null || asset.length <= LONGEST_ASSET
  const channels = isPossible ? [...composition.liveFilters(subscription.field, subscription.args)] : []
  const queue = serially(MOST_WAITING, error => logUndelivered(services, subscription, error))

  const outcomeFor = ({ userId }: Member, event: FilteredEvent) =>
    execute(composition, event, { ...shared, subscription, userId })
  const deliver = async (event: FilteredEvent): Promise<void> => {
    const first = members.get(null) ?? members.values().next().value
    if (!first) return
    const firstOutcome = outcomeFor(first, event)
    // A failure is logged where it is delivered, which may be later, behind other events.
    firstOutcome.catch(() => {})
    deliverTo(first, event, () => firstOutcome)
    if (members.size === 1) return
    const known = await withinPatience(firstOutcome)
    for (const member of members.values())
      if (member !== first)
        deliverTo(member, event, known?.isForAll ? async () => known : () => outcomeFor(member, event))
  }

  const subscribed = channels.map(([channel, filter]) =>
    services.events.subscribe(channel, asset, event => {
      const step = () => shared.slices.run(() => deliver({ ...event, filter }))
      if (!queue.add(step, event.size)) miss(members.values())
    }),
  )

  return {
    members,
    // Past events stand in line with those that come, and do not go before them.
    resultOf: (member, event) =>
      shared.slices.run(() => shared.pastOutcomes.of(subscription, event, () => outcomeFor(member, event))),
    started: Promise.all(subscribed).then(() => undefined),
    missed(since) {
      const events: FilteredEvent[] = []
      for (const [channel, filter] of channels) {
        const missed = services.events.missed(channel, asset, since)
        if (missed === null) return null
        events.push(...missed.map(event => ({ ...event, filter })))
      }
      return events.length > MOST_MISSED ? null : events.sort((a, b) => a.number - b.number)
    },
    stop: async () => {
      for (const result of await Promise.allSettled(subscribed)) if (result.status === 'fulfilled') result.value()
    },
  }
}

/** The outcome, or `null` when it failed, which is logged where it is delivered, or takes long. */
async function withinPatience(outcome: Promise<Outcome>): Promise<Outcome | null> {
  return pTimeout(outcome, { milliseconds: PATIENCE, fallback: () => null }).catch(() => null)
}
