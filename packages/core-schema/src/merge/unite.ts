import { mergeTypeDefs } from '@graphql-tools/merge'
import type { DefinitionNode, DocumentNode, Location } from 'graphql'
import { Kind } from 'graphql'

const OPTIONS = {
  convertExtensions: true,
  // The values of the core come first.
  consistentEnumMerge: true,
  // The roots are those of the `schema` blocks: a type is no root because of its name.
  useSchemaDefinition: false,
}

/** Merges definitions that do not contradict each other. Each result has the place in the text of its first part. */
export function unite(definitions: readonly DefinitionNode[]): DocumentNode {
  const places = new Map<string, Location | undefined>()
  for (const node of definitions) if (!places.has(keyOf(node))) places.set(keyOf(node), node.loc)
  // The library keeps types and directives in one table, where a directive would be taken for a type of its name.
  const isNamesake = (node: DefinitionNode) => node.kind === Kind.DIRECTIVE_DEFINITION && places.has(node.name.value)
  const merged = mergeTypeDefs(
    [{ kind: Kind.DOCUMENT, definitions: definitions.filter(node => !isNamesake(node)) }],
    OPTIONS,
  )
  const placed = merged.definitions.map(node => ({ ...node, loc: places.get(keyOf(node)) }))
  return { kind: Kind.DOCUMENT, definitions: [...definitions.filter(isNamesake), ...placed] }
}

function keyOf(node: DefinitionNode): string {
  if (node.kind === Kind.DIRECTIVE_DEFINITION) return `@${node.name.value}`
  return 'name' in node ? (node.name?.value ?? '') : 'schema block'
}
