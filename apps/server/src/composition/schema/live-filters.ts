import { described, isMap, isThenable, type LoadedPlugin, type Problem, referenceTo } from '@platform/plugin-host'
import type { LiveFilter, SetupFunction } from '@platform/plugin-sdk'
import type { GraphQLSchema } from 'graphql'
import pTimeout from 'p-timeout'
import { admits, type Needs } from '../../contract/access.ts'
import type { ServerContext } from '../../contract/context.ts'
import { attribute } from '../attribution.ts'
import { contextOf } from '../context/plugin-view.ts'
import type { Ledger } from '../ledger.ts'
import type { Permissions } from '../permissions.ts'

/** Says whether a subscription of this caller gets an event. */
export type ChannelFilter = (payload: unknown, context: ServerContext) => unknown

/** Channel → filter: the events that a subscription gets. */
export type Channels = ReadonlyMap<string, ChannelFilter>

/** Finds the channels of a subscription field for the arguments it was subscribed with. */
export type LiveFilters = (field: string, args: Record<string, unknown>) => Channels

/** How long a filter may take. Milliseconds. */
const FILTER_DEADLINE = 1_000

/**
 * Composes the `setupFunctions` of all plugins. A field without one gets all events of the channel of its own name.
 * Events reach only callers who have what the field's row of permissions needs.
 */
export function composeLiveFilters(
  schema: GraphQLSchema | undefined,
  plugins: readonly LoadedPlugin[],
  { ledger, permissions }: { ledger: Ledger; permissions: Permissions },
): { filters: LiveFilters; problems: Problem[] } {
  const setups = new Map<string, { plugin: LoadedPlugin; setup: SetupFunction<ServerContext> }>()
  const known = schema?.getSubscriptionType()?.getFields()
  const problems: Problem[] = []
  for (const plugin of plugins) {
    for (const [field, setup] of Object.entries(plugin.hooks.setupFunctions ?? {})) {
      if (known && !(field in known))
        problems.push({
          code: 'PLUGIN_UNKNOWN_FIELD',
          plugins: [referenceTo(plugin)],
          hook: 'setupFunctions',
          at: field,
          message: 'the schema has no such subscription',
          fix: `add it in the plugin's typeDefs: type Subscription { ${field}: ... }`,
        })
      ledger.claim('subscription filter', field, plugin)
      if (ledger.owner('subscription filter', field) === plugin) setups.set(field, { plugin, setup })
    }
  }
  const rootAccess = (field: string) =>
    permissions.get(`${schema?.getSubscriptionType()?.name}.${field}`)?.needs ?? 'ANYBODY'
  return { problems, filters: (field, args) => guarded(channelsOf(field, args, setups.get(field)), rootAccess(field)) }
}

function channelsOf(
  field: string,
  args: Record<string, unknown>,
  entry: { plugin: LoadedPlugin; setup: SetupFunction<ServerContext> } | undefined,
): Channels {
  if (!entry) return new Map([[field, () => true]])
  const { plugin, setup } = entry
  const channels = attribute(plugin, 'setupFunctions', field, checked(setup))
  const view = contextOf(plugin)
  return new Map(
    Object.entries(channels({}, args)).map(([channel, { filter }]: [string, LiveFilter<ServerContext>]) => {
      if (!filter) return [channel, () => true]
      const attributed = attribute(
        plugin,
        'setupFunctions',
        `${field} filter`,
        (payload: unknown, given: ServerContext) => inTime(filter(payload, given)),
      )
      return [channel, (payload: unknown, context: ServerContext) => attributed(payload, view(context))]
    }),
  )
}

/** Later events wait for the filter of an earlier one, so a filter has a deadline. */
function inTime(answer: unknown): unknown {
  return isThenable(answer)
    ? pTimeout(answer, {
        milliseconds: FILTER_DEADLINE,
        message: `the filter did not answer within ${FILTER_DEADLINE / 1_000} s`,
      })
    : answer
}

function guarded(channels: Channels, needs: Needs): Channels {
  if (needs === 'ANYBODY') return channels
  return new Map(
    [...channels].map(([channel, filter]) => [
      channel,
      (payload: unknown, context: ServerContext) => admits(context, needs) && filter(payload, context),
    ]),
  )
}

/** A setup function gave something else than channels with filters. */
export class WrongChannelsError extends Error {}

/** Checks what a setup function gives: without valid channels its subscribers would wait for ever. */
function checked(setup: SetupFunction<ServerContext>): SetupFunction<ServerContext> {
  return (options, args) => {
    const given: unknown = setup(options, args)
    if (!isMap(given)) throw new WrongChannelsError(`gave ${described(given)}, expected channel → { filter }`)
    for (const [channel, entry] of Object.entries(given)) {
      if (!isMap(entry)) throw new WrongChannelsError(`${channel} is ${described(entry)}, expected { filter }`)
      if (entry['filter'] !== undefined && typeof entry['filter'] !== 'function')
        throw new WrongChannelsError(`${channel}.filter is ${described(entry['filter'])}, expected a function`)
    }
    return given as ReturnType<SetupFunction<ServerContext>>
  }
}
