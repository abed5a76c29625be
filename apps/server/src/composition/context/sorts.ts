import { CORE_COMMENT_SORTS } from '@platform/core-schema/enums'
import {
  described,
  isMap,
  type LoadedPlugin,
  messageOf,
  type Problem,
  referenceTo,
  unmountable,
} from '@platform/plugin-host'
import { nearestName, type SortMethod } from '@platform/plugin-sdk'
import { type GraphQLSchema, isEnumType } from 'graphql'
import type { ServerContext } from '../../contract/context.ts'
import { attribute } from '../attribution.ts'
import type { Ledger } from '../ledger.ts'
import { contextOf } from './plugin-view.ts'

type Sorts = Record<string, Record<string, SortMethod>>
type MakeSorts = (context: ServerContext) => Sorts

/** Hook by hook: `ask` gives its sorts as they are, `make` gives sorts whose functions are attributed to the plugin. */
interface SortHook {
  readonly plugin: LoadedPlugin
  readonly ask: MakeSorts
  readonly make: MakeSorts
}

/** `context.plugins.Sort`: the sorts of all plugins, each of the plugin that owns its name. */
export function composeSorts(plugins: readonly LoadedPlugin[], ledger: Ledger): MakeSorts {
  const hooks = plugins.flatMap(sortHooks)
  return context => {
    const merged: Sorts = {}
    for (const { plugin, make } of hooks) {
      for (const [type, methods] of Object.entries(make(context))) {
        const own = Object.entries(methods).filter(
          ([sortBy]) => (ledger.owner('sort', `${type}.${sortBy}`) ?? plugin) === plugin,
        )
        merged[type] = { ...merged[type], ...Object.fromEntries(own) }
      }
    }
    return merged
  }
}

function sortHooks(plugin: LoadedPlugin): SortHook[] {
  const view = contextOf(plugin)
  const given = [plugin.hooks.Sort, plugin.hooks.context?.['Sort']].filter(hook => hook !== undefined) as MakeSorts[]
  return given.map(hook => {
    const run = attribute(plugin, 'Sort', 'Sort', hook)
    const ask: MakeSorts = context => run(view(context))
    return { plugin, ask, make: plugin.core ? ask : context => attributeSorts(plugin, ask(context)) }
  })
}

function attributeSorts(plugin: LoadedPlugin, sorts: Sorts): Sorts {
  return Object.fromEntries(
    Object.entries(sorts).map(([type, methods]) => [
      type,
      Object.fromEntries(
        Object.entries(methods).map(([sortBy, method]) => [
          sortBy,
          attributeMethod(plugin, `${type}.${sortBy}`, method),
        ]),
      ),
    ]),
  )
}

/** Parts that are missing, or no functions, are left as they are: they are problems that `learnSorts` reports. */
function attributeMethod(plugin: LoadedPlugin, sort: string, method: SortMethod): SortMethod {
  const parts = Object.entries(method).map(([part, run]: [string, unknown]) => {
    if (typeof run !== 'function') return [part, run]
    const checked = part === 'sort' ? givingQuery(method.sort) : (run as (...args: never[]) => unknown)
    return [part, attribute(plugin, 'Sort', `${sort}.${part}`, checked)]
  })
  return Object.fromEntries(parts) as SortMethod
}

/** A sort changes the query that it is given, and gives it back. */
function givingQuery(sort: SortMethod['sort']): SortMethod['sort'] {
  return (...given) => {
    const answer: unknown = sort(...given)
    if (isMap(answer) && typeof answer['sort'] === 'function') return answer as never
    throw new Error(`gave ${described(answer)}, expected the query it was given`)
  }
}

/** A finding about a sort: `wrong` keeps the plugin from being composed, `unused` is a warning. */
interface Found {
  readonly kind: 'wrong' | 'unused'
  readonly plugin: LoadedPlugin
  readonly message: string
  readonly fix?: string
  /** Whether another plugin may provide what was missing. */
  readonly mayBeProvided?: boolean
}

type Finding = Pick<Found, 'kind' | 'message' | 'fix'>

interface Learning {
  readonly ledger: Ledger
  readonly schema: GraphQLSchema | undefined
}

const TYPE = 'Comments'
const ENUM = 'SORT_COMMENTS_BY'
const PARTS = ['startCursor', 'endCursor', 'sort']

/** Calls every sort hook once, and claims the sorts that it gives. Sorts that no query can ask for are warnings. */
export function learnSorts(
  plugins: readonly LoadedPlugin[],
  probe: ServerContext,
  parts: Learning,
): { problems: Problem[]; warnings: Problem[] } {
  const found = plugins.flatMap(sortHooks).flatMap(hook => learnHook(hook, probe, parts))
  const problemsOf = (kind: Found['kind'], code: string) =>
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
  return { problems: problemsOf('wrong', 'PLUGIN_HOOK_INVALID'), warnings: problemsOf('unused', 'PLUGIN_SORT_UNUSED') }
}

function learnHook({ plugin, ask }: SortHook, probe: ServerContext, { ledger, schema }: Learning): Found[] {
  const wrong = (message: string): Found => ({ kind: 'wrong', message, plugin })
  try {
    const sorts: unknown = ask(probe)
    if (!isMap(sorts)) {
      const example = '{ Comments: { likes: { startCursor, endCursor, sort } } }'
      return [wrong(`gave ${described(sorts)}, expected a map, like ${example}`)]
    }
    return Object.entries(sorts).flatMap(([type, methods]) => {
      if (!isMap(methods)) return [wrong(`${type} is ${described(methods)}, expected a map of sorts`)]
      const unsorted = type === TYPE || plugin.core ? [] : [unsortedType(type)]
      const findings = Object.entries(methods).flatMap(([sortBy, method]): readonly Finding[] => {
        const name = unmountable(type) ?? unmountable(sortBy)
        if (name !== null) return [{ kind: 'wrong', message: name }]
        ledger.claim('sort', `${type}.${sortBy}`, plugin)
        const missing = missingParts(method)
        if (missing.length > 0) {
          const message = `${type}.${sortBy} lacks ${missing.join(', ')}; all three functions are needed`
          return [{ kind: 'wrong', message }]
        }
        return type === TYPE && !plugin.core ? unreachable(sortBy, schema) : []
      })
      return [...unsorted, ...findings].map(finding => ({ ...finding, plugin }))
    })
  } catch (error) {
    return [{ ...wrong(`threw when it was first called: ${messageOf(error)}`), mayBeProvided: true }]
  }
}

function missingParts(method: unknown): string[] {
  return PARTS.filter(part => typeof (isMap(method) ? method[part] : undefined) !== 'function')
}

function unsortedType(type: string): Finding {
  return {
    kind: 'unused',
    message: `${type} is no list that the platform sorts, so nothing asks for it`,
    fix: nearestName(type, [TYPE])
      ? `did you mean ${TYPE}?`
      : `the type is ${TYPE}; others are for the plugin's own use, in context.plugins.Sort`,
  }
}

/**
 * Why no query reaches a sort of comments. A query names a sort by a value of the enum, and the core's own go first.
 */
function unreachable(sortBy: string, schema: GraphQLSchema | undefined): Finding[] {
  const value = sortBy.toUpperCase()
  const never = `${TYPE}.${sortBy} is never asked for`
  if (sortBy !== sortBy.toLowerCase()) {
    const fix = `write ${sortBy.toLowerCase()}`
    return [{ kind: 'wrong', message: `${never}: names of sorts are lower-case`, fix }]
  }
  if (isCoreSort(value)) {
    const fix = `give the sort another name, and add it: enum ${ENUM} { ... }`
    return [{ kind: 'wrong', message: `${never}: the core sorts by ${value} itself`, fix }]
  }
  const known = schema?.getType(ENUM)
  if (!isEnumType(known) || known.getValue(value)) return []
  const names = known.getValues().map(({ name }) => name)
  const near = nearestName(value, names)
  const advice = near && !isCoreSort(near) ? `did you mean ${near.toLowerCase()}? Else add` : 'add'
  const fix = `${advice} it in typeDefs: enum ${ENUM} { ${value} }`
  return [{ kind: 'unused', message: `${never}: ${ENUM} has no value ${value}`, fix }]
}

function isCoreSort(value: string): boolean {
  return CORE_COMMENT_SORTS.some(sort => sort === value)
}
