import type { Groups } from '../live/groups.ts'
import { readSubscription } from '../live/subscription.ts'
import type { Platform } from '../main/platform.ts'

/** An operation of GraphQL. */
export interface Operation {
  readonly document: string
  readonly variables?: Record<string, unknown>
}

/** Subscribes as a socket would; the iterator queues the results. */
export async function subscribe<T>(
  platform: Platform,
  groups: Groups,
  { document, variables = {}, userId }: Operation & { readonly userId: string | null },
): Promise<AsyncIterableIterator<{ data: T }>> {
  const subscription = readSubscription(platform.composition.schema, { query: document, variables })
  if (!('key' in subscription)) throw new AggregateError(subscription, 'this subscription is refused')
  const waiting: ((result: IteratorResult<{ data: T }>) => void)[] = []
  const arrived: { data: T }[] = []
  const deliver = ({ text }: { readonly text: string }) => {
    const { extensions: _, ...value } = JSON.parse(text) as { data: T; extensions: object }
    const next = waiting.shift()
    if (next) next({ done: false, value: value as { data: T } })
    else arrived.push(value as { data: T })
  }
  const { leave } = await groups.join(subscription, { userId, subscriber: { deliver, miss: () => {} } })
  const iterator: AsyncIterableIterator<{ data: T }> = {
    next: () =>
      arrived.length > 0
        ? Promise.resolve({ done: false, value: arrived.shift()! })
        : new Promise(resolve => {
            waiting.push(resolve)
          }),
    async return() {
      leave()
      for (const end of waiting.splice(0)) end({ done: true, value: undefined })
      return { done: true, value: undefined }
    },
    [Symbol.asyncIterator]: () => iterator,
  }
  return iterator
}
