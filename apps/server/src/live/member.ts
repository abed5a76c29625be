import type { Services } from '@platform/plugin-sdk'
import { attributionOf, describeAttribution } from '../composition/attribution.ts'
import { logFailure } from '../runtime/outage.ts'
import type { FilteredEvent, Outcome } from './execute.ts'
import type { Result } from './result.ts'
import { type Serially, serially } from './serially.ts'
import type { Subscription } from './subscription.ts'

/** One subscription of one connection. */
export interface Subscriber {
  /** Receives the result of an event. */
  deliver(result: Result): void
  /** Is told that events can't be delivered, so that the client has to read what is newer. */
  miss(): void
}

/** Those in a group who get the same results: the connections of one person, or of all anonymous readers. */
export interface Member {
  readonly userId: string | null
  /** The subscribers, each with the number of the last event that it does not get from the group. */
  readonly subscribers: Map<Subscriber, number>
  /** Runs a step after those before it, so that a result that takes long keeps no other member waiting. */
  readonly queue: Serially
}

/** What the events that wait for one member, or one group, may hold. Characters. */
export const MOST_WAITING = 1024 * 1024

export function newMember(services: Services, subscription: Subscription, userId: string | null): Member {
  const member: Member = {
    userId,
    subscribers: new Map(),
    queue: serially(MOST_WAITING, error => {
      logUndelivered(services, subscription, error)
      // A plugin's filter that fails lets nothing through. Without the stores nobody knows whether it would.
      if (!attributionOf(error)) miss([member])
    }),
  }
  return member
}

/** Delivers an event to all subscribers of a member, behind those before it; they miss it when too many wait. */
export function deliverTo(member: Member, { number, size }: FilteredEvent, outcome: () => Promise<Outcome>): void {
  const isQueued = member.queue.add(async () => {
    const { result } = await outcome()
    if (result) for (const [subscriber, last] of member.subscribers) if (number > last) subscriber.deliver(result)
  }, size)
  if (!isQueued) miss([member])
}

/** The subscribers of members do not get an event. */
export function miss(members: Iterable<Member>): void {
  for (const { subscribers } of members) for (const subscriber of [...subscribers.keys()]) subscriber.miss()
}

export function logUndelivered({ log }: Services, { field }: Subscription, error: unknown): void {
  const place = attributionOf(error)
  const cause = place ? `: PLUGIN_HOOK_FAILED ${describeAttribution(place)}` : ''
  logFailure(log, error, { text: `an event was not delivered${cause}`, subscription: field, ...place })
}
