import type {
  DirectiveDefinitionNode,
  SchemaDefinitionNode,
  SchemaExtensionNode,
  TypeDefinitionNode,
  TypeExtensionNode,
} from 'graphql'
import { Kind } from 'graphql'
import type { Ledger } from './ledger.ts'
import { isFree } from './reserved.ts'
import type { Part, SchemaNode } from './source.ts'

export type TypeNodes = TypeDefinitionNode | TypeExtensionNode
export type Group<Node extends SchemaNode> = readonly [Part<Node>, ...Part<Node>[]]

/** The parts of all sources, grouped by the name that they define. Each group has the order of the sources. */
export interface Groups {
  readonly schema: readonly Part<SchemaDefinitionNode | SchemaExtensionNode>[]
  readonly types: ReadonlyMap<string, Group<TypeNodes>>
  readonly directives: ReadonlyMap<string, Group<DirectiveDefinitionNode>>
}

/** Groups parts by name. Definitions come before extensions, so that the source that defines a type owns it. */
export function groupParts(parts: readonly Part<SchemaNode>[], ledger: Ledger): Groups {
  const schema: Part<SchemaDefinitionNode | SchemaExtensionNode>[] = []
  const types = new Map<string, [Part<TypeNodes>, ...Part<TypeNodes>[]]>()
  const directives = new Map<string, [Part<DirectiveDefinitionNode>, ...Part<DirectiveDefinitionNode>[]]>()
  for (const part of definitionsFirst(parts)) {
    const { node } = part
    switch (node.kind) {
      case Kind.SCHEMA_DEFINITION:
      case Kind.SCHEMA_EXTENSION:
        schema.push({ ...part, node })
        break
      case Kind.DIRECTIVE_DEFINITION:
        if (isFree(`@${node.name.value}`, part, ledger)) append(directives, node.name.value, { ...part, node })
        break
      case Kind.DIRECTIVE_EXTENSION:
        break // readTypeDefs has refused it
      default:
        if (isFree(node.name.value, part, ledger)) append(types, node.name.value, { ...part, node })
    }
  }
  return { schema, types, directives }
}

/** Says whether a node adds to a type that another owner defines. */
export function isExtension({ node }: Part<SchemaNode>): boolean {
  return node.kind.endsWith('Extension')
}

function definitionsFirst(parts: readonly Part<SchemaNode>[]): readonly Part<SchemaNode>[] {
  return [...parts.filter(part => !isExtension(part)), ...parts.filter(isExtension)]
}

function append<P>(groups: Map<string, [P, ...P[]]>, name: string, part: P): void {
  const group = groups.get(name)
  if (group === undefined) groups.set(name, [part])
  else group.push(part)
}
