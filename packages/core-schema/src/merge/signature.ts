import type { ASTNode, NameNode } from 'graphql'
import { Kind, print, visit } from 'graphql'

/**
 * Writes the meaning of a definition as a text. Two definitions are identical when these texts are equal. Descriptions,
 * spelling and the order of arguments are not part of it; directives and default values are.
 */
export function signatureOf(node: ASTNode): string {
  return print(visit(node, { enter: plain }))
}

function plain(node: ASTNode): ASTNode | undefined {
  switch (node.kind) {
    case Kind.FIELD_DEFINITION:
      return { ...node, description: undefined, arguments: byName(node.arguments) }
    case Kind.DIRECTIVE_DEFINITION: {
      const locations = node.locations.toSorted((a, b) => (a.value < b.value ? -1 : 1))
      return { ...node, description: undefined, arguments: byName(node.arguments), locations }
    }
    case Kind.INPUT_VALUE_DEFINITION:
    case Kind.ENUM_VALUE_DEFINITION:
      return { ...node, description: undefined }
    case Kind.DIRECTIVE:
      return { ...node, arguments: byName(node.arguments) }
    case Kind.OBJECT:
      return { ...node, fields: byName(node.fields) }
    case Kind.STRING:
      return { ...node, block: false }
    default:
      return undefined
  }
}

function byName<Node extends { readonly name: NameNode }>(nodes: readonly Node[] = []): readonly Node[] {
  return nodes.toSorted((a, b) => (a.name.value < b.name.value ? -1 : 1))
}
