import {
  type FieldNode,
  type GraphQLAbstractType,
  type GraphQLField,
  type GraphQLLeafType,
  type GraphQLObjectType,
  type GraphQLOutputType,
  getArgumentValues,
  isAbstractType,
  isLeafType,
  isListType,
  isNonNullType,
  TypeNameMetaFieldDef,
  type ValidatedExecutionArgs,
  visit,
} from 'graphql'

/** How a value of a type becomes a part of an answer. */
export type Shape = { readonly isRequired: boolean } & (
  | { readonly kind: 'leaf'; readonly type: GraphQLLeafType }
  | { readonly kind: 'list'; readonly item: Shape }
  | { readonly kind: 'abstract'; readonly type: GraphQLAbstractType }
  | { readonly kind: 'object'; readonly type: GraphQLObjectType }
)

/** The fields that are selected of objects, by their type. */
export interface Fields {
  fieldsOf(type: GraphQLObjectType): FieldSet
}

/** Fields of one object, and its part of the answer before they have values. */
export interface FieldSet {
  readonly fields: readonly PlannedField[]
  /** A copy of it has all keys from the start; an object that grows by each key takes twice as much memory. */
  readonly empty: Readonly<Record<string, unknown>>
}

/** A field of a document on one type of parents, with everything that is the same for all requests. */
export interface PlannedField {
  /** The name in the answer. */
  readonly key: string
  readonly nodes: readonly FieldNode[]
  readonly parentType: GraphQLObjectType
  readonly definition: GraphQLField<unknown, unknown>
  readonly shape: Shape
  /** The type of a field without a resolver, whose value is a property of its parent and a leaf of the answer. */
  readonly leaf: GraphQLLeafType | null
  readonly isTypename: boolean
  /** Arguments that depend on no variable and are no objects; `null` when each request reads them. */
  readonly constant: Readonly<Record<string, unknown>> | null
  /** What is selected of the field's objects. */
  readonly inner: Fields
}

type Given = Pick<PlannedField, 'key' | 'nodes' | 'parentType' | 'inner'>

export function plannedField(definition: GraphQLField<unknown, unknown>, given: Given): PlannedField {
  const shape = shapeOf(definition.type)
  return {
    ...given,
    definition,
    shape,
    leaf: shape.kind === 'leaf' && definition.resolve === undefined && definition.args.length === 0 ? shape.type : null,
    isTypename: definition === TypeNameMetaFieldDef,
    constant: constantOf(definition, given.nodes[0]!),
  }
}

const shapes = new WeakMap<GraphQLOutputType, Shape>()

function shapeOf(given: GraphQLOutputType): Shape {
  const known = shapes.get(given)
  if (known) return known
  const isRequired = isNonNullType(given)
  const type = isRequired ? given.ofType : given
  const shape: Shape = isListType(type)
    ? { kind: 'list', isRequired, item: shapeOf(type.ofType) }
    : isLeafType(type)
      ? { kind: 'leaf', isRequired, type }
      : isAbstractType(type)
        ? { kind: 'abstract', isRequired, type }
        : { kind: 'object', isRequired, type }
  shapes.set(given, shape)
  return shape
}

function constantOf(definition: GraphQLField<unknown, unknown>, node: FieldNode): PlannedField['constant'] {
  if (definition.args.length === 0) return {}
  let hasVariable = false
  for (const argument of node.arguments ?? [])
    visit(argument, {
      Variable: () => {
        hasVariable = true
      },
    })
  if (hasVariable) return null
  try {
    const values = getArgumentValues(definition, node)
    return Object.values(values).some(value => typeof value === 'object' && value !== null) ? null : values
  } catch {
    // Each request is told so when it comes to the field.
    return null
  }
}

/** Objects without a prototype. One that is made by `Object.create(null)` takes several times as much memory. */
export const Bare = function Bare() {} as unknown as new () => Record<string, unknown>
Bare.prototype = Object.create(null) as object

/** The arguments of a field, which belong to its resolver. @throws GraphQLError for a value that does not fit */
export function argumentsOf(
  { constant, definition, nodes }: PlannedField,
  { variableValues, hideSuggestions }: ValidatedExecutionArgs,
): Record<string, unknown> {
  if (constant) return Object.assign(new Bare(), constant)
  return getArgumentValues(definition, nodes[0]!, variableValues, undefined, hideSuggestions)
}
