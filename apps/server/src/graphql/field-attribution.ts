import type { Attribution } from '@platform/plugin-host'
import {
  type DocumentNode,
  type FieldNode,
  type GraphQLCompositeType,
  type GraphQLError,
  type GraphQLSchema,
  isAbstractType,
  isObjectType,
  Kind,
  type SelectionSetNode,
  TypeInfo,
  visit,
  visitWithTypeInfo,
} from 'graphql'
import type { AuthorOf } from '../contract/composed.ts'

/** The operation of an error, to find out which plugin owns the field that the error is about. */
export interface Fields {
  readonly schema: GraphQLSchema
  readonly document: DocumentNode
  readonly authorOf: AuthorOf
}

/**
 * The plugin that gave a field its value, which fails or does not fit the type; `undefined` when the core gave it. A
 * field that nothing resolves has the value that the nearest field above it put into the answer.
 */
export function attributionOfFields(error: GraphQLError, fields: Fields): Attribution | undefined {
  const parents = parentsIn(fields)
  for (const nodes of fieldsOf(error, fields).toReversed()) {
    const authors = coordinatesOf(nodes, parents, fields).map(fields.authorOf)
    if (authors.every(author => author === undefined)) continue
    const [first] = authors
    const isOne = (author: typeof first) =>
      typeof author === 'object' && author.plugin === (first as Attribution).plugin
    return typeof first === 'object' && authors.every(isOne) ? first : undefined
  }
  return undefined
}

type Parents = ReadonlyMap<FieldNode, GraphQLCompositeType>

/** The types whose fields are selected, by the nodes of these. */
function parentsIn({ schema, document }: Fields): Parents {
  const parents = new Map<FieldNode, GraphQLCompositeType>()
  const types = new TypeInfo(schema)
  visit(
    document,
    visitWithTypeInfo(types, {
      Field(node) {
        const parent = types.getParentType()
        if (parent) parents.set(node, parent)
      },
    }),
  )
  return parents
}

/** The fields that nodes may be about: one, or one for each type of an interface. */
function coordinatesOf(nodes: readonly FieldNode[], parents: Parents, { schema }: Fields): string[] {
  const found = new Set<string>()
  for (const node of nodes) {
    const parent = parents.get(node)
    for (const type of isAbstractType(parent) ? schema.getPossibleTypes(parent) : [parent])
      if (isObjectType(type)) found.add(`${type.name}.${node.name.value}`)
  }
  return [...found]
}

/** The nodes of each field on the way from the operation to the field of an error, the last one last. */
function fieldsOf({ nodes = [], path = [] }: GraphQLError, { document }: Fields): (readonly FieldNode[])[] {
  const own = nodes.filter(node => node.kind === Kind.FIELD)
  const keys = path.filter(key => typeof key === 'string')
  for (const operation of document.definitions) {
    if (operation.kind !== Kind.OPERATION_DEFINITION) continue
    let sets: readonly SelectionSetNode[] = [operation.selectionSet]
    const way = keys.map(key => {
      const found = selectedIn(sets, document).filter(({ alias, name }) => (alias ?? name).value === key)
      sets = found.flatMap(({ selectionSet }) => selectionSet ?? [])
      return found
    })
    if (way.at(-1)?.some(node => own.includes(node))) return [...way.slice(0, -1), own]
  }
  return [own]
}

/** The fields of selections and of the fragments in them, each fragment once. */
function selectedIn(sets: readonly SelectionSetNode[], document: DocumentNode): FieldNode[] {
  const found: FieldNode[] = []
  const all = new Set(sets)
  for (const { selections } of all)
    for (const node of selections)
      if (node.kind === Kind.FIELD) found.push(node)
      else if (node.kind === Kind.INLINE_FRAGMENT) all.add(node.selectionSet)
      else
        for (const definition of document.definitions)
          if (definition.kind === Kind.FRAGMENT_DEFINITION && definition.name.value === node.name.value)
            all.add(definition.selectionSet)
  return found
}
