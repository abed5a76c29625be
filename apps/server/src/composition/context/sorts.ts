import { CORE_COMMENT_SORTS } from '@platform/core-schema/enums'
import { described, isMap, type LoadedPlugin, unmountable } from '@platform/plugin-host'
import { nearestName } from '@platform/plugin-sdk'
import { type GraphQLSchema, isEnumType } from 'graphql'
import type { Ledger } from '../ledger.ts'

/** What is to be said of a sort: it can't be one, or it is one that nobody asks for. */
export interface Found {
  readonly kind: 'wrong' | 'unused'
  readonly plugin: LoadedPlugin
  readonly message: string
  readonly fix?: string
  /** Whether another plugin may provide what was missing. */
  readonly mayBeProvided?: boolean
}

interface Learning {
  readonly plugin: LoadedPlugin
  readonly ledger: Ledger
  readonly schema: GraphQLSchema | undefined
}

const TYPE = 'Comments'
const ENUM = 'SORT_COMMENTS_BY'
const PARTS = ['startCursor', 'endCursor', 'sort']

/** Claims each sort of a plugin; gives what is to be said of them. */
export function learnSortsOf(sorts: Readonly<Record<string, unknown>>, { plugin, ledger, schema }: Learning): Found[] {
  return Object.entries(sorts).flatMap(([type, methods]): Found[] => {
    const said = (kind: Found['kind'], message: string, fix?: string): Found => ({
      kind,
      plugin,
      message,
      ...(fix ? { fix } : {}),
    })
    if (!isMap(methods)) return [said('wrong', `${type} is ${described(methods)}, expected a map of sorts`)]
    const unasked =
      type === TYPE || plugin.core
        ? []
        : [
            said(
              'unused',
              `${type} is no list that the platform sorts, so nothing asks for it`,
              nearestName(type, [TYPE])
                ? `did you mean ${TYPE}?`
                : `the type is ${TYPE}; others are for the plugin's own use, in context.plugins.Sort`,
            ),
          ]
    return [
      ...unasked,
      ...Object.entries(methods).flatMap(([sortBy, method]): Found[] => {
        const name = unmountable(type) ?? unmountable(sortBy)
        if (name !== null) return [said('wrong', name)]
        ledger.claim('sort', `${type}.${sortBy}`, plugin)
        const missing = PARTS.filter(part => typeof (isMap(method) ? method[part] : undefined) !== 'function')
        if (missing.length > 0)
          return [said('wrong', `${type}.${sortBy} lacks ${missing.join(', ')}; all three functions are needed`)]
        return type === TYPE && !plugin.core
          ? neverAsked(sortBy, schema).map(([kind, message, fix]) => said(kind, `${type}.${sortBy} ${message}`, fix))
          : []
      }),
    ]
  })
}

/** Why no query gets to a sort of comments: it is asked for by a value of the enum, in lower case, after the core's own. */
function neverAsked(
  sortBy: string,
  schema: GraphQLSchema | undefined,
): [Found['kind'], message: string, fix: string][] {
  const value = sortBy.toUpperCase()
  if (sortBy !== sortBy.toLowerCase())
    return [['wrong', 'is never asked for: names of sorts are lower-case', `write ${sortBy.toLowerCase()}`]]
  if ((CORE_COMMENT_SORTS as readonly string[]).includes(value))
    return [
      [
        'wrong',
        `is never asked for: the core sorts by ${value} itself`,
        `give the sort another name, and add it: enum ${ENUM} { ... }`,
      ],
    ]
  const known = schema?.getType(ENUM)
  if (!isEnumType(known) || known.getValue(value)) return []
  const near = nearestName(
    value,
    known.getValues().map(({ name }) => name),
  )
  return [
    [
      'unused',
      `is never asked for: ${ENUM} has no value ${value}`,
      `${near && !(CORE_COMMENT_SORTS as readonly string[]).includes(near) ? `did you mean ${near.toLowerCase()}? Else add` : 'add'} it in typeDefs: enum ${ENUM} { ${value} }`,
    ],
  ]
}
