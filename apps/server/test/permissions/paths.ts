import {
  type GraphQLCompositeType,
  type GraphQLField,
  type GraphQLObjectType,
  type GraphQLSchema,
  getNamedType,
  isAbstractType,
  isCompositeType,
  isNonNullType,
  isObjectType,
} from 'graphql'

/** A way from a root field to a field: the fields on it, and what they are given. */
export interface Path {
  /** `RootQuery.asset > Asset.comments > ...` */
  readonly name: string
  readonly fields: readonly string[]
  /** The place of the last field: `User.email`. */
  readonly place: string
  /** The text that asks for it in an operation; `given` are the arguments of its first field. */
  readonly selection: (given: string) => string
}

/** Every way of at most so many fields from a root to one of the places; none leads through another of them. */
export function pathsTo(
  schema: GraphQLSchema,
  root: GraphQLObjectType,
  { places, longest }: { places: ReadonlySet<string>; longest: number },
): Path[] {
  const found: Path[] = []
  interface Step {
    readonly type: GraphQLObjectType
    readonly field: GraphQLField<unknown, unknown>
  }
  function follow(type: GraphQLCompositeType, steps: readonly Step[]): void {
    if (steps.length === longest) return
    for (const object of isAbstractType(type) ? schema.getPossibleTypes(type) : [type]) {
      for (const field of Object.values((object as GraphQLObjectType).getFields())) {
        if (
          steps.length > 0 &&
          field.args.some(({ type: of, defaultValue }) => isNonNullType(of) && defaultValue === undefined)
        )
          continue
        const way = [...steps, { type: object as GraphQLObjectType, field }]
        const place = `${object.name}.${field.name}`
        const result = getNamedType(field.type)
        if (places.has(place))
          found.push({
            name: way.map(step => `${step.type.name}.${step.field.name}`).join(' > '),
            fields: way.map(step => step.field.name),
            place,
            selection: given => written(way, given),
          })
        else if (isCompositeType(result)) follow(result, way)
      }
    }
  }
  follow(root, [])
  return found

  /** The id of what has the last field is read with it. */
  function written([first, ...rest]: readonly Step[], given: string): string {
    const last = rest.at(-1)!
    const selection = rest.toReversed().reduce(
      (inner, { type, field }) => {
        const id = field === last.field && 'id' in type.getFields() ? 'id ' : ''
        return ` { __typename ... on ${type.name} { ${id}${field.name}${inner} } }`
      },
      isCompositeType(getNamedType(last.field.type)) ? ' { __typename }' : '',
    )
    return `${first!.field.name}${given}${selection}`
  }
}

/** What a result has at the end of a path: for each object that has the last field its id, and the value. */
export function valuesAt(result: unknown, fields: readonly string[]): { id: string | null; value: unknown }[] {
  if (result === null || result === undefined) return []
  if (Array.isArray(result)) return result.flatMap(each => valuesAt(each, fields))
  const [next, ...rest] = fields
  const object = result as Record<string, unknown>
  if (rest.length > 0) return valuesAt(object[next!], rest)
  return next! in object ? [{ id: typeof object['id'] === 'string' ? object['id'] : null, value: object[next!] }] : []
}

/** Whether a type is one that roots are made of. */
export function isRoot(place: string): boolean {
  return /^(Root\w+|Subscription)\./.test(place)
}

/** The object type of this name. */
export function objectType(schema: GraphQLSchema, name: string): GraphQLObjectType {
  const type = schema.getType(name)
  if (!isObjectType(type)) throw new Error(`${name} is no object type`)
  return type
}
