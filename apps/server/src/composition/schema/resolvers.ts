import { type LoadedPlugin, type Problem, referenceTo } from '@platform/plugin-host'
import { isShared } from '@platform/plugin-sdk'
import {
  type GraphQLScalarType,
  type GraphQLSchema,
  isAbstractType,
  isEnumType,
  isObjectType,
  isScalarType,
  type Kind,
} from 'graphql'
import { attributeErrors, attributeField } from '../attribution.ts'
import type { Ledger } from '../ledger.ts'
import {
  coordinateOf,
  type Entry,
  entriesOf,
  type IsTypeOf,
  type Resolve,
  type ResolveType,
} from './resolver-entries.ts'
import { namingType } from './type-resolution.ts'

/** The name of the plugin that defined a coordinate such as `Comment.body`, or `core`. */
export type Owners = ReadonlyMap<string, string>

/** For each coordinate, the entry of the plugin that owns it. Functions are attributed to their plugin. */
export interface Resolvers {
  /** By coordinate. */
  readonly fields: ReadonlyMap<string, Resolve>
  /** By interface or union. */
  readonly types: ReadonlyMap<string, ResolveType>
  /** The `__isTypeOf` of object types, by name. */
  readonly checks: ReadonlyMap<string, IsTypeOf>
  /** Scalars, by name. */
  readonly leaves: Readonly<Record<string, GraphQLScalarType>>
  /** The internal value of each enum value, by the names of the enum and the value. */
  readonly values: Readonly<Record<string, Readonly<Record<string, unknown>>>>
  /** The coordinates whose resolver is a plugin's and not shared: their values may depend on the caller. */
  readonly own: ReadonlySet<string>
  readonly problems: readonly Problem[]
}

/** What the collection of resolvers reads of the schema. */
interface Schema {
  readonly owners: Owners
  readonly kinds: ReadonlyMap<string, Kind>
  readonly ledger: Ledger
  readonly leaves: readonly string[]
}

/** An entry of a resolver map, and the plugin that has it. */
interface Given {
  readonly plugin: LoadedPlugin
  readonly entry: Entry
  readonly at: string
}

/**
 * Collects the resolvers of all plugins. A resolver belongs to the plugin that defined its coordinate. When another
 * plugin resolves it, that is a conflict, unless the operator allows it.
 *
 * @param schema - its `leaves` are scalars that the core resolves without a resolver map.
 */
export function collectResolvers(plugins: readonly LoadedPlugin[], { kinds, ...given }: Schema): Resolvers {
  const read = plugins.map(plugin => ({ plugin, ...entriesOf(plugin, kinds) }))
  const all = read.flatMap(({ plugin, entries }) =>
    entries.map((entry): Given => ({ plugin, entry, at: coordinateOf(entry) })),
  )
  claimResolvers(plugins, all, given)
  const used = all.filter(({ plugin, at }) => given.ledger.owner('resolver', at) === plugin)
  const fields = new Map<string, Resolve>()
  const types = new Map<string, ResolveType>()
  const checks = new Map<string, IsTypeOf>()
  const leaves: Record<string, GraphQLScalarType> = {}
  const values: Record<string, Record<string, unknown>> = {}
  const own = new Set<string>()
  for (const { plugin, entry, at } of used) {
    const { type } = entry
    if (entry.is === 'leaf') leaves[type] = entry.leaf
    else if (entry.is === 'enum value') values[type] = { ...values[type], [entry.field]: entry.value }
    else if (entry.is === 'check') checks.set(type, attributeErrors(plugin, 'resolvers', at, entry.run))
    else if (entry.is === 'type of')
      types.set(type, attributeErrors(plugin, 'resolvers', at, namingType(type, entry.run)))
    else {
      const shared = isShared(entry.run)
      fields.set(at, attributeField(plugin, 'resolvers', at, { run: entry.run, shared }))
      if (!plugin.core && !shared) own.add(at)
    }
  }
  return { own, fields, types, checks, leaves, values, problems: read.flatMap(({ problems }) => problems) }
}

/** Claims every coordinate for the plugin that defined it first, and then for the plugins that resolve it. */
function claimResolvers(
  plugins: readonly LoadedPlugin[],
  all: readonly Given[],
  { owners, ledger, leaves }: Omit<Schema, 'kinds'>,
): void {
  const [core] = plugins
  const byName = new Map(plugins.filter(plugin => !plugin.core).map(plugin => [plugin.name, plugin]))
  if (core) byName.set('core', core)
  if (core) for (const leaf of leaves) ledger.claim('resolver', leaf, core)
  for (const { plugin, entry, at } of all) {
    const owner = byName.get(owners.get(entry.field?.startsWith('__') ? entry.type : at) ?? '')
    if (owner && owner !== plugin && !plugin.core && !ledger.owner('resolver', at)) ledger.claim('resolver', at, owner)
    ledger.claim('resolver', at, plugin)
  }
}

/** The problems of entries for types and fields that the schema does not have. */
export function misplacedResolvers(
  schema: GraphQLSchema,
  plugins: readonly LoadedPlugin[],
  kinds: ReadonlyMap<string, Kind>,
): Problem[] {
  return plugins.flatMap(plugin =>
    entriesOf(plugin, kinds).entries.flatMap(entry => misplaced(schema, plugin, entry) ?? []),
  )
}

function misplaced(schema: GraphQLSchema, plugin: LoadedPlugin, entry: Entry): Problem | null {
  const { type, field } = entry
  const target = schema.getType(type)
  const place = { plugins: [referenceTo(plugin)], hook: 'resolvers', at: coordinateOf(entry) }
  if (!target)
    return {
      code: 'PLUGIN_UNKNOWN_TYPE',
      ...place,
      message: `the schema has no type ${type}`,
      fix: `define it in the plugin's typeDefs, or correct the name`,
    }
  const unknown = (fix: string): Problem => ({
    code: 'PLUGIN_UNKNOWN_FIELD',
    ...place,
    message: `the type ${type} has no ${isEnumType(target) ? 'value' : 'field'} ${field}`,
    fix,
  })
  switch (entry.is) {
    case 'leaf':
      return null
    case 'enum value':
      return isEnumType(target) && !target.getValue(entry.field)
        ? unknown(`add it in the plugin's typeDefs: enum ${type} { ${field} }`)
        : null
    case 'type of':
      return isAbstractType(target) ? null : unknown(`remove ${field}, which only interfaces and unions have`)
    case 'check':
      return isObjectType(target) ? null : unknown(`remove ${field}, which only object types have`)
    default:
      return !isObjectType(target) || entry.field in target.getFields()
        ? null
        : unknown(`add it in the plugin's typeDefs: type ${type} { ${field}: ... }`)
  }
}

/** What a scalar does with values, by the names of GraphQL 16 and of GraphQL 17. */
const CONVERTERS = [
  'serialize',
  'parseValue',
  'parseLiteral',
  'coerceOutputValue',
  'coerceInputValue',
  'coerceInputLiteral',
  'valueToLiteral',
] as const

type Convert = (...args: unknown[]) => unknown

/** Attributes the errors of a plugin's scalars to the plugin. */
export function attributeScalars(schema: GraphQLSchema, ownerOf: (scalar: string) => LoadedPlugin | undefined): void {
  for (const type of Object.values(schema.getTypeMap())) {
    const owner = isScalarType(type) ? ownerOf(type.name) : undefined
    if (!owner || owner.core) continue
    for (const part of CONVERTERS) {
      const convert: unknown = Reflect.get(type, part)
      if (typeof convert !== 'function') continue
      const at = `${type.name}.${part}`
      Reflect.set(type, part, attributeErrors(owner, 'resolvers', at, convert.bind(type) as Convert))
    }
  }
}
