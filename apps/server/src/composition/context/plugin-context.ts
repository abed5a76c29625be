import { described, isMap, type LoadedPlugin, messageOf, type Problem, referenceTo } from '@platform/plugin-host'
import type { SortMethod } from '@platform/plugin-sdk'
import type { GraphQLSchema } from 'graphql'
import type { ServerContext } from '../../contract/context.ts'
import { attribute } from '../attribution.ts'
import type { Ledger } from '../ledger.ts'
import { contextOf } from './plugin-view.ts'
import { type Found, learnSortsOf } from './sorts.ts'

type Sorts = Record<string, Record<string, SortMethod>>
type MakeSorts = (context: ServerContext) => Sorts

/** What is mounted at `context.plugins`: every `context` hook by its name, and all sorts together as `Sort`. */
export function composePluginContext(
  plugins: readonly LoadedPlugin[],
  ledger: Ledger,
): Map<string, (context: ServerContext) => unknown> {
  const entries = new Map<string, (context: ServerContext) => unknown>()
  for (const plugin of plugins) {
    for (const [name, make] of Object.entries(plugin.hooks.context ?? {})) {
      if (name === 'Sort') continue
      ledger.claim('context', name, plugin)
      if (ledger.owner('context', name) === plugin)
        entries.set(name, viewing(plugin, attribute(plugin, 'context', name, make)))
    }
  }
  const sorts = plugins.flatMap(sortHooks)
  const wins = (plugin: LoadedPlugin, sort: string): boolean => (ledger.owner('sort', sort) ?? plugin) === plugin
  entries.set('Sort', context =>
    mergeSorts(sorts.map(({ plugin, make }) => ({ sorts: make(context), wins: sort => wins(plugin, sort) }))),
  )
  return entries
}

/** Hands the plugin its own view of the context. */
function viewing<T>(plugin: LoadedPlugin, make: (context: ServerContext) => T): (context: ServerContext) => T {
  const view = contextOf(plugin)
  return context => make(view(context))
}

function sortHooks(plugin: LoadedPlugin): { plugin: LoadedPlugin; ask: MakeSorts; make: MakeSorts }[] {
  const makes = [plugin.hooks.Sort, plugin.hooks.context?.['Sort']].filter(make => make !== undefined) as MakeSorts[]
  return makes.map(make => {
    const ask = viewing(plugin, attribute(plugin, 'Sort', 'Sort', make))
    return { plugin, ask, make: ownedSorts(plugin, ask) }
  })
}

/** The functions of every sort are the plugin's to answer for; what is missing is told when they are learnt. */
function ownedSorts(plugin: LoadedPlugin, make: MakeSorts): MakeSorts {
  if (plugin.core) return make
  const own = (type: string, sortBy: string, method: SortMethod) =>
    Object.fromEntries(
      Object.entries(method).map(([part, run]) => [
        part,
        typeof run === 'function'
          ? attribute(
              plugin,
              'Sort',
              `${type}.${sortBy}.${part}`,
              (part === 'sort' ? givingQuery(run as SortMethod['sort']) : run) as never,
            )
          : run,
      ]),
    )
  return context =>
    Object.fromEntries(
      Object.entries(make(context)).map(([type, methods]) => [
        type,
        Object.fromEntries(Object.entries(methods).map(([sortBy, method]) => [sortBy, own(type, sortBy, method)])),
      ]),
    ) as unknown as Sorts
}

/** A sort changes the query and hands it back: there is nothing to read from anything else. */
function givingQuery(sort: SortMethod['sort']): SortMethod['sort'] {
  return (...given) => {
    const answer: unknown = sort(...given)
    if (isMap(answer) && typeof answer['sort'] === 'function') return answer as never
    throw new Error(`gave ${described(answer)}, expected the query it was given`)
  }
}

function mergeSorts(all: readonly { sorts: Sorts; wins: (sort: string) => boolean }[]): Sorts {
  const merged: Sorts = {}
  for (const { sorts, wins } of all) {
    for (const [type, methods] of Object.entries(sorts)) {
      const own = (merged[type] ??= {})
      for (const [sortBy, method] of Object.entries(methods)) if (wins(`${type}.${sortBy}`)) own[sortBy] = method
    }
  }
  return merged
}

/** Calls every sort hook once to learn, and claim, what it provides. What nobody will ever ask for is told as a warning. */
export function learnSorts(
  plugins: readonly LoadedPlugin[],
  probe: ServerContext,
  parts: { ledger: Ledger; schema: GraphQLSchema | undefined },
): { problems: Problem[]; warnings: Problem[] } {
  const found = plugins.flatMap(sortHooks).flatMap(({ plugin, ask }): Found[] => {
    const wrong = (message: string): Found => ({ kind: 'wrong', message, plugin })
    try {
      const sorts: unknown = ask(probe)
      return isMap(sorts)
        ? learnSortsOf(sorts, { plugin, ...parts })
        : [
            wrong(
              `gave ${described(sorts)}, expected a map, like { Comments: { likes: { startCursor, endCursor, sort } } }`,
            ),
          ]
    } catch (error) {
      return [{ ...wrong(`threw when it was first called: ${messageOf(error)}`), mayBeProvided: true }]
    }
  })
  const told = (kind: Found['kind'], code: string) =>
    found
      .filter(each => each.kind === kind)
      .map(
        ({ plugin, message, fix, mayBeProvided }): Problem => ({
          code,
          plugins: [referenceTo(plugin)],
          hook: 'Sort',
          message,
          ...(fix ? { fix } : {}),
          ...(mayBeProvided ? { mayBeProvided } : {}),
        }),
      )
  return { problems: told('wrong', 'PLUGIN_HOOK_INVALID'), warnings: told('unused', 'PLUGIN_SORT_UNUSED') }
}
