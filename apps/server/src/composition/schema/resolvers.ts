import { type LoadedPlugin, type Problem, referenceTo } from '@platform/plugin-host'
import { isShared } from '@platform/plugin-sdk'
import { type GraphQLLeafType, type GraphQLSchema, isAbstractType, isEnumType, isObjectType, type Kind } from 'graphql'
import { attribute, attributeField } from '../attribution.ts'
import type { Ledger } from '../ledger.ts'
import { type Entry, entriesOf, type IsTypeOf, placeOf, type Resolve, type ResolveType } from './resolver-entries.ts'
import { namingType } from './type-resolution.ts'

/** Who defined each coordinate (`Comment.body`) of the schema. */
export type Owners = ReadonlyMap<string, string>

/** What the plugins' resolver maps hold, after it is known whose entry is used; functions are attributed. */
export interface Resolvers {
  /** By coordinate. */
  readonly fields: ReadonlyMap<string, Resolve>
  /** By interface or union. */
  readonly types: ReadonlyMap<string, ResolveType>
  readonly checks: ReadonlyMap<string, IsTypeOf>
  /** Scalars and enums, by name. */
  readonly leaves: Readonly<Record<string, GraphQLLeafType>>
  /** What stands for the values of enums: enum → value → internal value. */
  readonly values: Readonly<Record<string, Readonly<Record<string, unknown>>>>
  readonly problems: readonly Problem[]
}

interface Given {
  readonly owners: Owners
  readonly kinds: ReadonlyMap<string, Kind>
  readonly ledger: Ledger
  readonly leaves: readonly string[]
}

/**
 * Collects every plugin's resolvers. One belongs to whoever defined the place it is for; one for somebody
 * else's is a conflict unless the operator allows it.
 *
 * @param given.leaves - scalars that the core brings without a resolver map.
 */
export function collectResolvers(
  plugins: readonly LoadedPlugin[],
  { owners, kinds, ledger, leaves }: Given,
): Resolvers {
  const byName = new Map(plugins.filter(plugin => !plugin.core).map(plugin => [plugin.name, plugin]))
  byName.set('core', plugins[0]!)
  for (const leaf of leaves) ledger.claim('resolver', leaf, plugins[0]!)
  const read = plugins.map(plugin => ({ plugin, ...entriesOf(plugin, kinds) }))
  const all = read.flatMap(({ plugin, entries }) => entries.map(entry => ({ plugin, entry, at: placeOf(entry) })))
  for (const { plugin, entry, at } of all) {
    const owner = byName.get(owners.get(entry.field?.startsWith('__') ? entry.type : at) ?? '')
    if (owner && owner !== plugin && !plugin.core && !ledger.owner('resolver', at)) ledger.claim('resolver', at, owner)
    ledger.claim('resolver', at, plugin)
  }
  const used = all.filter(({ plugin, at }) => ledger.owner('resolver', at) === plugin)
  const values: Record<string, Record<string, unknown>> = {}
  for (const { entry } of used) if (entry.is === 'enum value') (values[entry.type] ??= {})[entry.field] = entry.value
  return {
    values,
    problems: read.flatMap(({ problems }) => problems),
    leaves: Object.fromEntries(used.flatMap(({ entry }) => (entry.is === 'leaf' ? [[entry.type, entry.leaf]] : []))),
    fields: new Map(
      used.flatMap(({ plugin, entry, at }) =>
        entry.is === 'field'
          ? [[at, attributeField(plugin, 'resolvers', at, { run: entry.run, shared: isShared(entry.run) })]]
          : [],
      ),
    ),
    types: new Map(
      used.flatMap(({ plugin, entry, at }) =>
        entry.is === 'type of'
          ? [[entry.type, attribute(plugin, 'resolvers', at, namingType(entry.type, entry.run))]]
          : [],
      ),
    ),
    checks: new Map(
      used.flatMap(({ plugin, entry, at }) =>
        entry.is === 'check' ? [[entry.type, attribute(plugin, 'resolvers', at, entry.run)]] : [],
      ),
    ),
  }
}

/** Entries for types and fields that the schema does not have. */
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
  const place = { plugins: [referenceTo(plugin)], hook: 'resolvers', at: placeOf(entry) }
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
      return isAbstractType(target) ? null : unknown('only interfaces and unions have it')
    case 'check':
      return isObjectType(target) ? null : unknown('only object types have it')
    default:
      return !isObjectType(target) || entry.field in target.getFields()
        ? null
        : unknown(`add it in the plugin's typeDefs: type ${type} { ${field}: ... }`)
  }
}
