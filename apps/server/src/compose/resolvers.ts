import { isShared } from '@platform/plugin-sdk'
import { isObjectType, isScalarType, type GraphQLFieldResolver, type GraphQLSchema } from 'graphql'
import { attributeField } from './attribution.ts'
import type { ServerContext } from './context.ts'
import type { Ledger } from './ledger.ts'
import { label, type Member } from './member.ts'
import type { Problem } from './problem.ts'

type Resolve = GraphQLFieldResolver<unknown, ServerContext>

/** A resolver and whose it is. */
export interface OwnedResolver {
  readonly member: Member
  readonly resolve: Resolve
}

/** Who defined each coordinate (`Comment.body`) of the schema. */
export type Owners = ReadonlyMap<string, string>

/**
 * Collects every member's resolvers by coordinate. A resolver belongs to whoever defined the field;
 * one for somebody else's field is a conflict unless the operator allows it.
 */
export function collectResolvers(schema: GraphQLSchema | undefined, members: readonly Member[], owners: Owners, ledger: Ledger): { resolvers: Map<string, OwnedResolver>; problems: Problem[] } {
  const resolvers = new Map<string, OwnedResolver>()
  const problems: Problem[] = []
  const byName = new Map(members.filter(member => !member.core).map(member => [member.name, member]))
  byName.set('core', members[0]!)
  for (const member of members) {
    for (const [type, field, resolve] of fieldsOf(member)) {
      const at = `${type}.${field}`
      const problem = schema ? misplaced(schema, member, type, field) : null
      if (problem) { problems.push(problem); continue }
      const owner = byName.get(owners.get(at) ?? '')
      if (owner && owner !== member && !member.core && !ledger.owner('resolver', at)) ledger.claim('resolver', at, owner)
      ledger.claim('resolver', at, member)
      if (ledger.owner('resolver', at) === member) resolvers.set(at, { member, resolve: attributeField(member, 'resolvers', at, { run: resolve, shared: isShared(resolve) }) })
    }
  }
  return { resolvers, problems }
}

function* fieldsOf(member: Member): Iterable<[type: string, field: string, resolve: Resolve]> {
  for (const [type, fields] of Object.entries(member.hooks.resolvers ?? {})) {
    if (isScalarType(fields)) continue
    for (const [field, resolve] of Object.entries(fields)) if (typeof resolve === 'function') yield [type, field, resolve as Resolve]
  }
}

function misplaced(schema: GraphQLSchema, member: Member, type: string, field: string): Problem | null {
  const target = schema.getType(type)
  const at = `${label(member)} resolves ${type}.${field}`
  const where = `\n  ${member.name}  ${member.origin}`
  if (!target) return { code: 'PLUGIN_UNKNOWN_TYPE', owners: [member.name], message: `${at}, but the schema has no type ${type}${where}`, fix: `define it in the plugin's typeDefs, or correct the name` }
  if (!isObjectType(target) || field in target.getFields() || field === '__isTypeOf') return null
  return { code: 'PLUGIN_UNKNOWN_FIELD', owners: [member.name], message: `${at}, but the type ${type} has no field ${field}${where}`, fix: `add it in the plugin's typeDefs: type ${type} { ${field}: ... }` }
}
