import { isDeepStrictEqual } from 'node:util'
import {
  CORE_SCALARS,
  createSchema,
  type MergedTypeDefs,
  mergeTypeDefs,
  OWN,
  type SchemaProblem,
  type TypeDefsSource,
} from '@platform/core-schema'
import {
  type LoadedPlugin,
  namesOf,
  type Problem,
  type Remarks,
  referenceTo,
  unlessProvided,
} from '@platform/plugin-host'
import { nearestName } from '@platform/plugin-sdk'
import {
  type DocumentNode,
  defaultFieldResolver,
  type GraphQLSchema,
  isInterfaceType,
  isObjectType,
  visit,
} from 'graphql'
import type { AuthorOf } from '../../contract/composed.ts'
import { rulesFor } from '../implied-rules.ts'
import type { Ledger } from '../ledger.ts'
import { guardField, type Permissions } from '../permissions.ts'
import { collectFieldHooks, type FieldHookList, fieldAuthors, surround } from './field-hooks.ts'
import { answerWithErrors } from './mutation-errors.ts'
import { resolveRoots } from './operation-root.ts'
import { withOwnArguments } from './own-arguments.ts'
import { kindsOf } from './resolver-entries.ts'
import { attributeScalars, collectResolvers, misplacedResolvers, type Resolvers } from './resolvers.ts'
import { resolveAbstractTypes } from './type-resolution.ts'

/** The executable schema of all plugins, and the problems of their parts of it. */
export interface ComposedSchema {
  /** Missing when the definitions can't be merged. */
  readonly schema?: GraphQLSchema
  /** All types and fields that are defined: `Comment`, `Comment.body`. */
  readonly coordinates: readonly string[]
  /** The plugin whose value a field has. */
  readonly authorOf: AuthorOf
  /** The plugin that defined a coordinate (`RootQuery.users`), by name, or `core`. */
  readonly ownerOf: (coordinate: string) => string | undefined
  readonly problems: readonly Problem[]
  readonly remarks: Remarks
}

/** The features of the core extend each other freely: to the merge rules they are one owner. */
const CORE = 'core'

/** Merges the definitions of all plugins, and adds their resolvers, hooks and permissions to the schema. */
export function composeSchema(
  plugins: readonly LoadedPlugin[],
  { ledger, permissions }: { ledger: Ledger; permissions: Permissions },
): ComposedSchema {
  const merged = merge(plugins.flatMap(definitionsOf))
  const problems = merged.problems.map(problemOf)
  const kinds = kindsOf(merged.document)
  const leaves = Object.keys(CORE_SCALARS)
  const resolvers = collectResolvers(plugins, { owners: merged.coordinates, kinds, ledger, leaves })
  const schema = build(merged.document, resolvers, problems)
  const facts = {
    coordinates: [...merged.coordinates.keys()],
    authorOf: fieldAuthors(plugins, { ledger, owners: merged.coordinates }),
    ownerOf: (coordinate: string) => merged.coordinates.get(coordinate),
    remarks: {
      warnings: merged.warnings.map(problemOf),
      overrides: merged.overrides.map(({ coordinate, ...sides }) => ({ what: `schema ${coordinate}`, ...sides })),
    },
  }
  const further = [
    ...resolvers.problems,
    ...(schema ? [...misplacedResolvers(schema, plugins, kinds), ...misplacedHooks(schema, plugins)] : []),
  ]
  if (problems.length > 0 || !schema) return { ...facts, problems: withFurther(problems, further) }
  const hooks = collectFieldHooks(plugins)
  decorate(schema, { resolvers, hooks, permissions })
  attributeScalars(schema, scalar => ledger.owner('resolver', scalar))
  resolveRoots(schema, plugins)
  resolveAbstractTypes(schema, plugins, resolvers.types)
  return { ...facts, schema, problems: further }
}

/** The last definitions and what they were merged to. */
let last: { readonly sources: readonly TypeDefsSource[]; readonly merged: MergedTypeDefs } | undefined

/**
 * Merges definitions. `platform dev`, which composes at every saved file, and tests have the same ones again and again:
 * most of what a composition takes is to merge and to check them.
 */
function merge(sources: readonly TypeDefsSource[]): MergedTypeDefs {
  if (last?.sources.length === sources.length && sources.every((source, i) => isSame(source, last?.sources[i])))
    return last.merged
  const merged = mergeTypeDefs(sources)
  if (merged.problems.length === 0) forgetPlaces(merged.document)
  last = { sources, merged }
  return merged
}

const isSame = (source: TypeDefsSource, other: TypeDefsSource | undefined) =>
  source.typeDefs === other?.typeDefs &&
  source.owner === other.owner &&
  source.origin === other.origin &&
  isDeepStrictEqual(source.allow, other.allow)

/** The places of definitions are for problems. With them the schema keeps every token of its texts, a megabyte. */
function forgetPlaces(document: DocumentNode): void {
  visit(document, {
    enter(node) {
      Reflect.set(node, 'loc', undefined)
    },
  })
}

function definitionsOf(plugin: LoadedPlugin): TypeDefsSource[] {
  const { core, name, origin } = plugin
  const { typeDefs } = plugin.hooks
  if (typeDefs === undefined) return []
  const rule = 'schema.override:'
  const allowed = rulesFor(plugin)
    .filter(text => text.startsWith(rule))
    .map(text => text.slice(rule.length))
  return [{ owner: core ? CORE : name, origin, typeDefs, allow: allowed }]
}

/**
 * The problems of definitions, with the further ones. A further problem of a plugin whose definitions can't be read is
 * omitted, because they may define the type that it misses.
 */
function withFurther(problems: readonly Problem[], further: readonly Problem[]): Problem[] {
  const unread = problems.filter(({ code }) => UNREAD.has(code)).flatMap(namesOf)
  const independent = further.filter(problem => !namesOf(problem).some(name => unread.includes(name)))
  return [...problems, ...independent].map(problem => unlessProvided(problem, unread))
}

function problemOf({ code, coordinate, message, fix, owners, origins }: SchemaProblem): Problem {
  const plugins = owners.map((name, i) => ({ name, origin: origins[i] ?? '' }))
  return { code, plugins: plugins.map(referenceTo), ...(coordinate === null ? {} : { at: coordinate }), message, fix }
}

const UNREAD = new Set(['SCHEMA_SYNTAX', 'SCHEMA_NOT_TEXT', 'SCHEMA_TOO_LARGE'])

/**
 * Builds the schema, or returns `undefined` when it cannot be built. A schema of definitions with problems is used only
 * to find further problems.
 */
function build(document: DocumentNode, resolvers: Resolvers, problems: readonly Problem[]): GraphQLSchema | undefined {
  try {
    return createSchema(document, resolvers)
  } catch (error) {
    if (problems.length === 0) throw error
    return undefined
  }
}

interface Parts {
  readonly resolvers: Resolvers
  readonly hooks: ReadonlyMap<string, FieldHookList>
  readonly permissions: Permissions
}

/** The types of which client parts are given what is the reader's own: comments and their users. */
const OF_COMMENTS: readonly string[] = ['Comment', 'User']

/** Wraps each resolver, from the inside: hooks, own arguments, the row of permissions, and errors of a mutation. */
function decorate(schema: GraphQLSchema, { resolvers: { fields, checks, own }, hooks, permissions }: Parts): void {
  const [query, mutation, subscription] = [
    schema.getQueryType(),
    schema.getMutationType(),
    schema.getSubscriptionType(),
  ]
  for (const type of Object.values(schema.getTypeMap())) {
    if (!isObjectType(type) || type.name.startsWith('__')) continue
    type.isTypeOf = checks.get(type.name) as typeof type.isTypeOf
    for (const field of Object.values(type.getFields())) {
      const at = `${type.name}.${field.name}`
      let resolve = fields.get(at)
      const around = hooks.get(at)
      const access = permissions.get(at)
      const isGuarded = OF_COMMENTS.includes(type.name) && access !== undefined && access.needs !== 'ANYBODY'
      if (own.has(at) || around?.own || isGuarded) field.extensions = { ...field.extensions, [OWN]: true }
      if (around) resolve = surround(resolve ?? defaultFieldResolver, around)
      if (resolve && (own.has(at) || around)) resolve = withOwnArguments(resolve, field.args)
      // For subscriptions the live filters look at the row of permissions.
      if (access && type !== subscription)
        resolve = guardField(resolve ?? defaultFieldResolver, access, type === query || type === mutation)
      if (type === mutation) resolve = answerWithErrors(resolve ?? defaultFieldResolver, field)
      if (resolve) field.resolve = resolve
    }
  }
}

function misplacedHooks(schema: GraphQLSchema, plugins: readonly LoadedPlugin[]): Problem[] {
  return plugins.flatMap(plugin =>
    Object.entries(plugin.hooks.hooks ?? {}).flatMap(([type, fields]) => {
      const target = schema.getType(type)
      const known = (field: string): boolean =>
        field === '__resolveType' ? isInterfaceType(target) : isObjectType(target) && field in target.getFields()
      return Object.keys(fields)
        .filter(field => !known(field))
        .map(field => ({
          code: 'PLUGIN_UNKNOWN_FIELD',
          plugins: [referenceTo(plugin)],
          hook: 'hooks',
          at: `${type}.${field}`,
          message: target ? `the type ${type} has no such field` : `the schema has no type ${type}`,
          fix: hookAdvice(schema, type, field),
        }))
    }),
  )
}

/** The fix for a hook on a type or field that the schema does not have. */
function hookAdvice(schema: GraphQLSchema, type: string, field: string): string {
  const target = schema.getType(type)
  const nearType = target ? type : nearestName(type, Object.keys(schema.getTypeMap()))
  const owner = nearType ? schema.getType(nearType) : undefined
  const fields = isObjectType(owner) ? Object.keys(owner.getFields()) : []
  const nearField = fields.includes(field) ? field : nearestName(field, fields)
  const known = 'hooks of interface fields go on the object types that implement it'
  return nearField ? `did you mean ${nearType}.${nearField}?` : `correct the name; ${known}`
}
