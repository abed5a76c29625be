import type { Services } from '@platform/plugin-sdk'
import { attributionOf } from '../composition/attribution.ts'
import type { FilteredEvent } from './execute.ts'
import { logUndelivered, type Member, type Subscriber } from './member.ts'
import type { Result } from './result.ts'
import type { Subscription } from './subscription.ts'

interface CatchingUp {
  readonly subscription: Subscription
  readonly member: Member
  readonly subscriber: Subscriber
  /** The events after a number, in order; `null` when some of them may be unknown, or are many. */
  missed(since: number): readonly FilteredEvent[] | null
  resultOf(event: FilteredEvent): Promise<Result | null>
}

/**
 * Delivers to one subscriber what it missed, and what comes meanwhile; from then on it gets the events of its group.
 * This is done in a line of its own, so that those who stayed do not wait behind those who come back.
 *
 * @param events - what it missed until now
 */
export async function catchUp(
  services: Services,
  events: readonly FilteredEvent[],
  { subscription, member, subscriber, missed, resultOf }: CatchingUp,
): Promise<void> {
  let next: readonly FilteredEvent[] | null = events
  // Events that come after this moment have a higher number.
  let since = services.events.latest
  while (next.length > 0) {
    for (const event of next) {
      const isDelivered = await deliver(event)
      if (!member.subscribers.has(subscriber)) return
      if (!isDelivered) return subscriber.miss()
    }
    next = missed(since)
    since = services.events.latest
    if (next === null) return subscriber.miss()
  }
  member.subscribers.set(subscriber, since)

  /** @returns whether nothing is missed: a plugin's filter that fails lets nothing through. */
  async function deliver(event: FilteredEvent): Promise<boolean> {
    try {
      const result = await resultOf(event)
      if (result && member.subscribers.has(subscriber)) subscriber.deliver(result)
      return true
    } catch (error) {
      logUndelivered(services, subscription, error)
      return attributionOf(error) !== undefined
    }
  }
}
