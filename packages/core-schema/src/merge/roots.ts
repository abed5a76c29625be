import type { DocumentNode, OperationTypeDefinitionNode, SchemaDefinitionNode, SchemaExtensionNode } from 'graphql'
import { Kind } from 'graphql'
import type { Claim, Ledger } from './ledger.ts'
import { resolveClaims, resolveDescription } from './ledger.ts'
import { claimOf } from './members.ts'
import type { Part } from './source.ts'
import { originOf } from './source.ts'
import { distinctUses } from './uses.ts'

type SchemaNode = SchemaDefinitionNode | SchemaExtensionNode

/**
 * Decides every conflict between the `schema` blocks. Each of the three roots is a coordinate, such as `schema.query`.
 *
 * @returns the blocks without what lost or is there already, which the library merges into one.
 */
export function agreeOnSchemaBlock(
  parts: readonly Part<SchemaNode>[],
  { ledger, repeatable }: { ledger: Ledger; repeatable: ReadonlySet<string> },
): readonly SchemaNode[] {
  const roots = new Map<string, [Claim<OperationTypeDefinitionNode>, ...Claim<OperationTypeDefinitionNode>[]]>()
  for (const part of parts) {
    for (const node of part.node.operationTypes ?? []) {
      const claim = claimOf(`schema.${node.operation}`, part, node)
      const rivals = roots.get(node.operation)
      if (rivals === undefined) roots.set(node.operation, [claim])
      else rivals.push(claim)
    }
  }
  const used = new Map([...roots.values()].map(rivals => [rivals[0].node, resolveClaims(rivals, ledger).node]))
  const uses = distinctUses('schema', parts, { ledger, repeatable })
  const description = resolveDescription(
    parts.map(part => ({ ...part, coordinate: 'schema', signature: '' })),
    ledger,
  )
  return parts.map(({ node }, i) => ({
    ...node,
    description: i === 0 ? description : undefined,
    directives: node.directives?.filter(use => uses.has(use)) ?? [],
    operationTypes: (node.operationTypes ?? []).flatMap(root => used.get(root) ?? []),
  }))
}

/** Warns of a type `Query` when the root is named `RootQuery`, because no query can reach its fields. */
export function warnOfUnusedRoots(document: DocumentNode, parts: readonly Part[], ledger: Ledger): void {
  const block = document.definitions.find(node => node.kind === Kind.SCHEMA_DEFINITION)
  for (const { operation, type } of block?.operationTypes ?? []) {
    const usual = `${operation[0]?.toUpperCase()}${operation.slice(1)}`
    const isRoot = block?.operationTypes.some(root => root.type.name.value === usual)
    const part = parts.find(({ node }) => node.kind === Kind.OBJECT_TYPE_DEFINITION && node.name.value === usual)
    if (isRoot || part === undefined) continue
    ledger.warnings.push({
      code: 'SCHEMA_NOT_A_ROOT',
      coordinate: usual,
      owners: [part.owner],
      origins: [originOf(part)],
      message:
        `${part.owner} defines the type ${usual}, but the root of this schema is ${type.name.value}: no ` +
        `${operation} reaches it`,
      fix: `write «type ${type.name.value}» instead of «type ${usual}»`,
    })
  }
}
