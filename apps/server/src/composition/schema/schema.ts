import { makeExecutableSchema } from '@graphql-tools/schema'
import { CursorScalar, DateScalar, mergeTypeDefs, type SchemaProblem } from '@platform/core-schema'
import {
  type LoadedPlugin,
  namesOf,
  type Problem,
  type Remarks,
  referenceTo,
  unlessProvided,
} from '@platform/plugin-host'
import { type DocumentNode, defaultFieldResolver, type GraphQLSchema, isInterfaceType, isObjectType } from 'graphql'
import type { AuthorOf } from '../../contract/composed.ts'
import type { ServerContext } from '../../contract/context.ts'
import type { Ledger } from '../ledger.ts'
import { guardField, type Permissions } from '../permissions.ts'
import { fieldAuthors } from './field-authors.ts'
import { collectFieldHooks, type FieldHookList, surround } from './field-hooks.ts'
import { attributeLeaves } from './leaves.ts'
import { answerWithErrors } from './mutation-errors.ts'
import { resolveRoots } from './operation-root.ts'
import { kindsOf } from './resolver-entries.ts'
import { collectResolvers, misplacedResolvers, type Resolvers } from './resolvers.ts'
import { resolveAbstractTypes } from './type-resolution.ts'

/** The executable schema of all plugins, and what is wrong with their parts of it. */
export interface ComposedSchema {
  /** Missing when the definitions can't be merged. */
  readonly schema?: GraphQLSchema
  /** Everything that is defined: `Comment`, `Comment.body`. */
  readonly coordinates: readonly string[]
  /** Whose value a field has. */
  readonly authorOf: AuthorOf
  /** Who defined a coordinate (`RootQuery.users`): the name of a plugin, or `core`. */
  readonly ownerOf: (coordinate: string) => string | undefined
  readonly problems: readonly Problem[]
  readonly remarks: Remarks
}

/** The features of the core extend each other freely: to the merge rules they are one owner. */
const CORE = 'core'

/** Merges definitions, attaches resolvers, hooks and error handling: all from the one list of plugins. */
export function composeSchema(
  plugins: readonly LoadedPlugin[],
  { ledger, permissions }: { ledger: Ledger; permissions: Permissions },
): ComposedSchema {
  const merged = mergeTypeDefs(
    plugins
      .filter(plugin => plugin.hooks.typeDefs !== undefined)
      .map(plugin => ({
        owner: plugin.core ? CORE : plugin.name,
        origin: plugin.origin,
        typeDefs: plugin.hooks.typeDefs!,
        allow: plugin.allow
          .filter(rule => rule.startsWith('schema.override:'))
          .map(rule => rule.slice('schema.override:'.length)),
      })),
  )
  const problems = merged.problems.map(problemOf)
  const remarks: Remarks = {
    warnings: merged.warnings.map(problemOf),
    overrides: merged.overrides.map(({ coordinate, ...sides }) => ({ what: `schema ${coordinate}`, ...sides })),
  }
  const authorOf = fieldAuthors(plugins, { ledger, owners: merged.coordinates })
  const ownerOf = (coordinate: string) => merged.coordinates.get(coordinate)
  const coordinates = [...merged.coordinates.keys()]
  const kinds = kindsOf(merged.document)
  const resolvers = collectResolvers(plugins, {
    owners: merged.coordinates,
    kinds,
    ledger,
    leaves: Object.keys(LEAVES),
  })
  const schema = build(merged.document, resolvers, problems)
  // Of those whose text could not be read, nobody knows which types they have.
  const unread = problems.filter(({ code }) => UNREAD.has(code)).flatMap(namesOf)
  const misplaced = [...resolvers.problems, ...(schema ? misplacedResolvers(schema, plugins, kinds) : [])]
  if (problems.length > 0 || !schema) {
    const further = [...misplaced, ...(schema ? misplacedHooks(schema, plugins) : [])].filter(
      problem => !namesOf(problem).some(name => unread.includes(name)),
    )
    return {
      coordinates,
      authorOf,
      ownerOf,
      remarks,
      problems: [...problems, ...further].map(problem => unlessProvided(problem, unread)),
    }
  }
  const hooks = collectFieldHooks(plugins)
  decorate(schema, { resolvers, hooks, permissions })
  attributeLeaves(schema, leaf => ledger.owner('resolver', leaf))
  resolveRoots(schema, plugins)
  resolveAbstractTypes(schema, plugins, resolvers.types)
  return {
    schema,
    coordinates,
    authorOf,
    ownerOf,
    remarks,
    problems: [...misplaced, ...misplacedHooks(schema, plugins)],
  }
}

function problemOf({ code, coordinate, message, fix, owners, origins }: SchemaProblem): Problem {
  const plugins = owners.map((name, i) => ({ name, origin: origins[i]! }))
  return { code, plugins, ...(coordinate === null ? {} : { at: coordinate }), message, fix }
}

/** Scalars of the core. */
const LEAVES = { Date: DateScalar, Cursor: CursorScalar }

const UNREAD = new Set(['SCHEMA_SYNTAX', 'SCHEMA_NOT_TEXT', 'SCHEMA_TOO_LARGE'])

/** With problems a schema is good enough to look for others in, if it can be built at all. */
function build(
  document: DocumentNode,
  { leaves, values }: Resolvers,
  problems: readonly Problem[],
): GraphQLSchema | undefined {
  try {
    return makeExecutableSchema<ServerContext>({
      typeDefs: document,
      resolvers: { ...LEAVES, ...leaves, ...(values as Record<string, Record<string, string>>) },
      assumeValidSDL: true,
      resolverValidationOptions: { requireResolversToMatchSchema: 'ignore' },
    })
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

/** From the inside: the resolver, the hooks around it, who may come so far, and what is told of failures. */
function decorate(schema: GraphQLSchema, { resolvers: { fields, checks }, hooks, permissions }: Parts): void {
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
      if (around) resolve = surround(resolve ?? defaultFieldResolver, around)
      const access = permissions.get(at)
      // Who hears of which event is asked before it gets this far.
      if (access && type !== subscription)
        resolve = guardField(resolve ?? defaultFieldResolver, access, type === query || type === mutation)
      if (type === mutation) resolve = answerWithErrors(resolve ?? defaultFieldResolver, field)
      if (resolve) field.resolve = resolve
    }
  }
}

function misplacedHooks(schema: GraphQLSchema, plugins: readonly LoadedPlugin[]): Problem[] {
  return plugins.flatMap(plugin =>
    Object.entries(plugin.hooks.hooks ?? {}).flatMap(([type, fields]) =>
      Object.keys(fields).flatMap(field => {
        const target = schema.getType(type)
        const known =
          field === '__resolveType' ? isInterfaceType(target) : isObjectType(target) && field in target.getFields()
        if (known) return []
        return [
          {
            code: 'PLUGIN_UNKNOWN_FIELD',
            plugins: [referenceTo(plugin)],
            hook: 'hooks',
            at: `${type}.${field}`,
            message: target ? `the type ${type} has no such field` : `the schema has no type ${type}`,
            fix: 'correct the name; hooks of interface fields go on the object types that implement it',
          },
        ]
      }),
    ),
  )
}
