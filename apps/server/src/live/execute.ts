import type { Services } from '@platform/plugin-sdk'
import type { ExecutionResult } from 'graphql'
import type { Composition } from '../composition/composition.ts'
import type { ChannelFilter } from '../composition/schema/live-filters.ts'
import type { ServerContext } from '../contract/context.ts'
import { inTime } from '../graphql/execute-document.ts'
import type { createExecute } from '../graphql/executor/index.ts'
import type { ServerEvent } from '../pubsub/events.ts'
import { maskLiveError } from './mask-live-error.ts'
import { createResult, type Result } from './result.ts'
import type { Slices } from './slices.ts'
import type { Standing } from './standing.ts'
import type { Subscription } from './subscription.ts'

/** An event, with the filter of its channel. */
export interface FilteredEvent extends ServerEvent {
  readonly filter: ChannelFilter
}

/** What comes of an event for a subscription. */
export interface Outcome {
  /** `null` when nothing is delivered. */
  readonly result: Result | null
  /** Whether everybody gets the same. */
  readonly isForAll: boolean
  /** Until when it is right, unless something changes. Milliseconds since 1970. */
  readonly expires: number
}

interface Executing {
  readonly subscription: Subscription
  readonly executeDocument: ReturnType<typeof createExecute>
  readonly standing: Standing
  /** Lets others be served while an event is executed for many. */
  readonly slices: Slices
  readonly userId: string | null
}

/** Filters and executes an event for one person, or for anonymous readers. */
export async function execute(
  composition: Composition,
  { payload, filter, number }: FilteredEvent,
  { subscription, executeDocument, standing, slices, userId }: Executing,
): Promise<Outcome> {
  const { services } = composition
  const user = userId === null ? null : await standing.of(userId)
  const { context, own, wanted } = await slices.goOn(() => {
    const context = composition.createContext({ user })
    const own = payload()
    return { context, own, wanted: filter(own, context) }
  })
  const result = (await wanted)
    ? await slices.goOn(() => resolve(services, { subscription, executeDocument }, { payload: own, context }))
    : null
  const extensions = { cursor: services.events.cursorOf(number) }
  const { isForAll, expires } = context.sharing
  return {
    result: result && !isNothing(result) ? createResult(JSON.stringify({ ...result, extensions })) : null,
    isForAll,
    // What failed may succeed for those who ask next.
    expires: result?.errors ? 0 : expires,
  }
}

async function resolve(
  services: Services,
  { subscription, executeDocument }: Pick<Executing, 'subscription' | 'executeDocument'>,
  { payload, context }: { payload: unknown; context: ServerContext },
): Promise<ExecutionResult> {
  const { schema, authorOf } = services.composition
  const document = subscription.document()
  const execution = executeDocument({
    schema,
    document,
    operationName: subscription.operationName,
    variableValues: subscription.variables(),
    rootValue: payload,
    contextValue: context,
  })
  // The events behind this one wait for it.
  const { data = null, errors } = await inTime(execution, context)
  const { log, config } = services
  const about = { log, showsCauses: config.showsCauses, request: context.id, fields: { schema, authorOf, document } }
  return { data, ...(errors ? { errors: errors.map(error => maskLiveError(error, about)) } : {}) }
}

/** Whether all fields of a result are `null`, as when its record is no longer visible. It is not delivered then. */
function isNothing({ data, errors }: ExecutionResult): boolean {
  return !errors && data !== null && data !== undefined && Object.values(data).every(value => value === null)
}
