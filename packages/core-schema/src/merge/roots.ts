import type { OperationTypeDefinitionNode, SchemaDefinitionNode, SchemaExtensionNode } from 'graphql'
import { Kind } from 'graphql'
import type { Claim, Ledger } from './ledger.ts'
import { resolveClaims, resolveDescription } from './ledger.ts'
import { claimOf, firstOfEach } from './members.ts'
import { signatureOf } from './signature.ts'
import type { Part } from './source.ts'
import { placeOf } from './source.ts'

/** Merges the `schema` block. Each of its three roots is a coordinate, such as `schema.query`. */
export function mergeSchemaBlock(
  parts: readonly Part<SchemaDefinitionNode | SchemaExtensionNode>[],
  ledger: Ledger,
): SchemaDefinitionNode | undefined {
  const [base] = parts
  if (base === undefined) return undefined
  const roots = new Map<string, [Claim<OperationTypeDefinitionNode>, ...Claim<OperationTypeDefinitionNode>[]]>()
  for (const part of parts) {
    for (const node of part.node.operationTypes ?? []) {
      const claim = claimOf(`schema.${node.operation}`, part, node)
      const rivals = roots.get(node.operation)
      if (rivals === undefined) roots.set(node.operation, [claim])
      else rivals.push(claim)
    }
  }
  return {
    kind: Kind.SCHEMA_DEFINITION,
    loc: base.node.loc,
    description: resolveDescription(
      parts.map(part => ({ ...part, coordinate: 'schema', signature: '' })),
      ledger,
    ),
    directives: firstOfEach(
      parts.flatMap(({ node }) => node.directives ?? []),
      signatureOf,
    ),
    operationTypes: [...roots.values()].map(rivals => resolveClaims(rivals, ledger).node),
  }
}

/** Warns of a type `Query` when the root is named `RootQuery`, because no query can reach its fields. */
export function warnOfUnusedRoots(
  block: SchemaDefinitionNode | undefined,
  parts: readonly Part[],
  ledger: Ledger,
): void {
  for (const { operation, type } of block?.operationTypes ?? []) {
    const usual = `${operation[0]?.toUpperCase()}${operation.slice(1)}`
    const isRoot = block?.operationTypes.some(root => root.type.name.value === usual)
    const part = parts.find(({ node }) => node.kind === Kind.OBJECT_TYPE_DEFINITION && node.name.value === usual)
    if (isRoot || part === undefined) continue
    ledger.warnings.push({
      code: 'SCHEMA_NOT_A_ROOT',
      coordinate: usual,
      owners: [part.owner],
      origins: [placeOf(part)],
      message:
        `${part.owner} defines the type ${usual}, but the root of this schema is ${type.name.value}: no ` +
        `${operation} reaches it`,
      fix: `write «type ${type.name.value}» instead of «type ${usual}»`,
    })
  }
}
