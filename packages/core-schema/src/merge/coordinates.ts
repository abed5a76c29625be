import type { ASTNode, DocumentNode } from 'graphql'
import { visit } from 'graphql'

/**
 * Computes the schema coordinate of every node of a document. Nodes below a field, such as its type and its directives,
 * have the coordinate of the field.
 */
export function coordinatesOf(document: DocumentNode): ReadonlyMap<ASTNode, string> {
  const coordinates = new Map<ASTNode, string>()
  visit(document, {
    enter(node, _key, parent, _path, ancestors) {
      // For a node in a list, `parent` is the list, and the last ancestor is the node with that list.
      const holder = [...ancestors, parent].findLast(isNode)
      const above = holder === undefined ? undefined : coordinates.get(holder)
      const coordinate = coordinateIn(node, above)
      if (coordinate !== undefined) coordinates.set(node, coordinate)
    },
  })
  return coordinates
}

function isNode(value: ASTNode | readonly ASTNode[] | undefined): value is ASTNode {
  return value !== undefined && 'kind' in value
}

function coordinateIn(node: ASTNode, above: string | undefined): string | undefined {
  switch (node.kind) {
    case 'SchemaDefinition':
      return 'schema'
    case 'OperationTypeDefinition':
      return `schema.${node.operation}`
    case 'DirectiveDefinition':
      return `@${node.name.value}`
    case 'ObjectTypeDefinition':
    case 'InterfaceTypeDefinition':
    case 'UnionTypeDefinition':
    case 'EnumTypeDefinition':
    case 'InputObjectTypeDefinition':
    case 'ScalarTypeDefinition':
      return node.name.value
    case 'FieldDefinition':
    case 'EnumValueDefinition':
      return `${above}.${node.name.value}`
    case 'InputValueDefinition':
      return above?.includes('.') || above?.startsWith('@')
        ? `${above}(${node.name.value}:)`
        : `${above}.${node.name.value}`
    default:
      return above
  }
}
