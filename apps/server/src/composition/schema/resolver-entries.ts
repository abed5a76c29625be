import { described, isMap, type LoadedPlugin, type Problem, referenceTo } from '@platform/plugin-host'
import {
  type DocumentNode,
  type GraphQLFieldResolver,
  type GraphQLLeafType,
  type GraphQLScalarType,
  isEnumType,
  Kind,
} from 'graphql'
import type { ServerContext } from '../../contract/context.ts'

export type Resolve = GraphQLFieldResolver<unknown, ServerContext>
export type ResolveType = (
  value: unknown,
  context: ServerContext,
  info: unknown,
) => string | null | undefined | Promise<string | null | undefined>
export type IsTypeOf = (value: unknown, context: ServerContext, info: unknown) => boolean | Promise<boolean>

/** One entry of a resolver map, by its purpose. */
export type Entry =
  | { readonly is: 'field'; readonly type: string; readonly field: string; readonly run: Resolve }
  | { readonly is: 'type of'; readonly type: string; readonly field: '__resolveType'; readonly run: ResolveType }
  | { readonly is: 'check'; readonly type: string; readonly field: '__isTypeOf'; readonly run: IsTypeOf }
  | { readonly is: 'enum value'; readonly type: string; readonly field: string; readonly value: unknown }
  | { readonly is: 'leaf'; readonly type: string; readonly field: null; readonly leaf: GraphQLScalarType }

/** The kind of definition of each type of a merged document. */
export function kindsOf({ definitions }: DocumentNode): ReadonlyMap<string, Kind> {
  return new Map(
    definitions.flatMap(node => ('name' in node && node.name ? [[node.name.value, node.kind] as const] : [])),
  )
}

/** The coordinate of an entry: `Comment.body`, or `Date` for a whole scalar. */
export function coordinateOf({ type, field }: Pick<Entry, 'type' | 'field'>): string {
  return field === null ? type : `${type}.${field}`
}

/**
 * Reads a plugin's resolver map by the conventions of GraphQL servers. An entry that fits none of them is a problem.
 */
export function entriesOf(
  plugin: LoadedPlugin,
  kinds: ReadonlyMap<string, Kind>,
): { entries: Entry[]; problems: Problem[] } {
  const entries: Entry[] = []
  const problems: Problem[] = []
  const wrong = (place: string, message: string): void => {
    problems.push({
      code: 'PLUGIN_HOOK_INVALID',
      plugins: [referenceTo(plugin)],
      hook: 'resolvers',
      at: place,
      message,
    })
  }
  for (const [type, fields] of Object.entries(plugin.hooks.resolvers ?? {})) {
    const kind = kinds.get(type)
    if (isLeaf(fields)) {
      const isEnum = isEnumType(fields)
      if (kind !== undefined && kind !== (isEnum ? Kind.ENUM_TYPE_DEFINITION : Kind.SCALAR_TYPE_DEFINITION))
        wrong(type, `is ${isEnum ? 'an enum' : 'a scalar'}, but the schema defines the type otherwise`)
      else if (isEnum)
        for (const { name, value } of fields.getValues()) entries.push({ is: 'enum value', type, field: name, value })
      else entries.push({ is: 'leaf', type, field: null, leaf: fields })
      continue
    }
    for (const [field, value] of Object.entries(fields as Readonly<Record<string, unknown>>)) {
      const place = `${type}.${field}`
      if (kind === Kind.ENUM_TYPE_DEFINITION) entries.push({ is: 'enum value', type, field, value })
      else if (typeof value === 'function') entries.push(withName(type, field, value as never))
      else if (!isMap(value) || field.startsWith('__')) wrong(place, `is ${described(value)}, expected a function`)
      else if (value['subscribe'] !== undefined)
        wrong(`${place}.subscribe`, 'is never called; which events a subscription gets is said in setupFunctions')
      else if (typeof value['resolve'] === 'function')
        entries.push({ is: 'field', type, field, run: value['resolve'] as Resolve })
      else wrong(place, `is ${described(value)}, expected a function, or { resolve }`)
    }
  }
  return { entries, problems }
}

function withName(type: string, field: string, run: never): Entry {
  if (field === '__resolveType') return { is: 'type of', type, field, run }
  return field === '__isTypeOf' ? { is: 'check', type, field, run } : { is: 'field', type, field, run }
}

function isLeaf(value: object): value is GraphQLLeafType {
  return ('parseLiteral' in value || 'coerceInputLiteral' in value || 'parseValue' in value) && 'name' in value
}
