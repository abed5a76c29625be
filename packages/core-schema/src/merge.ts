import type { DirectiveDefinitionNode, DocumentNode } from 'graphql'
import { type Group, groupParts } from './merge/groups.ts'
import { createLedger, type Ledger, resolveClaims, resolveDescription } from './merge/ledger.ts'
import { claimOf, recordArguments } from './merge/members.ts'
import type { SchemaOverride, SchemaProblem } from './merge/problem.ts'
import { createProvenance } from './merge/provenance.ts'
import { checkRequiredInputs } from './merge/required-inputs.ts'
import { agreeOnSchemaBlock, warnOfUnusedRoots } from './merge/roots.ts'
import type { TypeDefsSource } from './merge/source.ts'
import { readTypeDefs } from './merge/source.ts'
import { agreeOnType } from './merge/types.ts'
import { unite } from './merge/unite.ts'
import { checkValidity } from './merge/validity.ts'

/**
 * The result of {@link mergeTypeDefs}.
 *
 * @example
 * const owner = ({ coordinates }: MergedTypeDefs) => coordinates.get('Comment.likes')
 */
export interface MergedTypeDefs {
  /** The merged definitions, without extensions. Build a schema from them only when `problems` is empty. */
  readonly document: DocumentNode
  /**
   * The owner of each schema coordinate: `Comment`, `Comment.likes`, `Asset.comments(deep:)`, `COMMENT_STATUS.NONE`,
   * `@auth`.
   */
  readonly coordinates: ReadonlyMap<string, string>
  /** Problems that must be corrected before the schema may be used. */
  readonly problems: readonly SchemaProblem[]
  /** Definitions that are valid but probably not intended. */
  readonly warnings: readonly SchemaProblem[]
  /** Definitions that replaced another owner's because of `allow`. */
  readonly overrides: readonly SchemaOverride[]
}

/**
 * Merges the typeDefs of the core and of plugins, in this order, into one document: the ledger decides every conflict,
 * and `mergeTypeDefs` of `@graphql-tools/merge` unites what remains.
 *
 * A definition with a new name is added. A definition of an existing type, input, interface, enum or union adds its
 * fields, values and `implements` to it; the first description is kept. An identical second definition is allowed, a
 * different one is a problem that names both owners. It never throws for a mistake of a source, but collects all
 * problems.
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

  const directives = [...groups.directives.values()].map(group => agreeOnDirective(group, ledger))
  const repeatable = new Set(directives.flatMap(node => (node.repeatable ? [node.name.value] : [])))
  const blocks = agreeOnSchemaBlock(groups.schema, { ledger, repeatable })
  const types = [...groups.types.values()].flatMap(group => agreeOnType(group, { ledger, repeatable }))
  const document = unite([...blocks, ...directives, ...types])

  const provenance = createProvenance(parts)
  checkRequiredInputs(document.definitions, provenance, ledger)
  checkValidity(document, provenance, ledger)
  warnOfUnusedRoots(document, parts, ledger)
  return { document, ...ledger }
}

/** Decides which definition of a directive is used. It is defined as a whole, so a source can't add to it. */
function agreeOnDirective(group: Group<DirectiveDefinitionNode>, ledger: Ledger): DirectiveDefinitionNode {
  const [first, ...others] = group
  const coordinate = `@${first.node.name.value}`
  const claims = [
    claimOf(coordinate, first, first.node),
    ...others.map(part => claimOf(coordinate, part, part.node)),
  ] as const
  const winner = resolveClaims(claims, ledger)
  const agreeing = claims.filter(claim => claim !== winner && claim.signature === winner.signature)
  recordArguments(winner, winner.node.arguments, ledger)
  return { ...winner.node, description: resolveDescription([winner, ...agreeing], ledger) }
}
