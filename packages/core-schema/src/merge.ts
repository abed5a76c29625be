import type { DefinitionNode, DocumentNode } from 'graphql'
import { Kind } from 'graphql'
import { mergeDirective } from './merge/directives.ts'
import { groupParts } from './merge/groups.ts'
import { createLedger } from './merge/ledger.ts'
import type { SchemaOverride, SchemaProblem } from './merge/problem.ts'
import { createProvenance } from './merge/provenance.ts'
import { checkRequiredInputs } from './merge/required-inputs.ts'
import { mergeSchemaBlock, warnOfUnusedRoots } from './merge/roots.ts'
import type { TypeDefsSource } from './merge/source.ts'
import { readTypeDefs } from './merge/source.ts'
import { mergeType } from './merge/types.ts'
import { checkValidity } from './merge/validity.ts'

/** What {@link mergeTypeDefs} returns. */
export interface MergedTypeDefs {
  /** Definitions only, no extensions. Fit for building a schema when `problems` is empty. */
  readonly document: DocumentNode
  /**
   * Who owns each schema coordinate: `Comment`, `Comment.likes`, `Asset.comments(deep:)`, `COMMENT_STATUS.NONE`,
   * `@auth`.
   */
  readonly coordinates: ReadonlyMap<string, string>
  /** Everything that must be mended before the schema may be used. */
  readonly problems: readonly SchemaProblem[]
  /** What is legal but probably not meant. */
  readonly warnings: readonly SchemaProblem[]
  /** Where an owner won because its `allow` says so. */
  readonly overrides: readonly SchemaOverride[]
}

/**
 * Merges the typeDefs of the core and of plugins, in this order, into one document.
 *
 * A type, input, interface, enum or union that exists is appended to, a new name is added, `implements`
 * are united, descriptions stay. Defining again what exists is fine when it is identical; anything else
 * is a problem that names both sides. Never throws for what a source says: all problems are collected.
 *
 * @example
 * const { document, problems } = mergeTypeDefs([
 *   { owner: 'core', typeDefs: 'schema { query: RootQuery } type RootQuery { hello: String }' },
 *   { owner: 'greeter', origin: 'plugins/greeter/server/index.js', typeDefs: 'type RootQuery { bye: String }' },
 * ])
 * if (problems.length === 0) makeExecutableSchema({ typeDefs: document, resolvers })
 */
export function mergeTypeDefs(sources: readonly TypeDefsSource[]): MergedTypeDefs {
  const ledger = createLedger()
  const read = sources.map(readTypeDefs)
  ledger.problems.push(...read.flatMap(({ problems }) => problems))
  const parts = read.flatMap(source => source.parts)
  const groups = groupParts(parts, ledger)

  const block = mergeSchemaBlock(groups.schema, ledger)
  const directives = [...groups.directives.values()].map(group => mergeDirective(group, ledger))
  const types = [...groups.types.values()].map(group => mergeType(group, ledger))
  const definitions: readonly DefinitionNode[] = [...(block === undefined ? [] : [block]), ...directives, ...types]
  const document: DocumentNode = { kind: Kind.DOCUMENT, definitions }

  const provenance = createProvenance(parts)
  checkRequiredInputs(definitions, provenance, ledger)
  checkValidity(document, provenance, ledger)
  warnOfUnusedRoots(block, parts, ledger)
  return { document, ...ledger }
}
