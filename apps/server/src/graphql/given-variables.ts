import {
  type DocumentNode,
  GraphQLError,
  GraphQLID,
  type GraphQLNamedType,
  type GraphQLSchema,
  getNamedType,
  isInputObjectType,
  Kind,
  typeFromAST,
} from 'graphql'

/**
 * Refuses ids in variables that are numbers with more digits than a number keeps: 9007199254740993 is read as
 * 9007199254740992, which may be the id of another user. An id in the document itself keeps all its digits.
 *
 * @throws GraphQLError BAD_USER_INPUT
 */
export function assertExactIds(
  schema: GraphQLSchema,
  document: DocumentNode,
  variables: Readonly<Record<string, unknown>>,
): void {
  for (const operation of document.definitions) {
    if (operation.kind !== Kind.OPERATION_DEFINITION) continue
    for (const {
      variable: {
        name: { value: name },
      },
      type,
    } of operation.variableDefinitions ?? []) {
      const known = typeFromAST(schema, type)
      if (known && Object.hasOwn(variables, name))
        assertExact(getNamedType(known), variables[name], `variables.${name}`)
    }
  }
}

function assertExact(type: GraphQLNamedType, value: unknown, path: string): void {
  if (Array.isArray(value)) {
    for (const [i, item] of value.entries()) assertExact(type, item, `${path}.${i}`)
    return
  }
  if (type === GraphQLID) {
    if (typeof value === 'number' && Number.isInteger(value) && !Number.isSafeInteger(value)) throw inexact(path)
    return
  }
  if (typeof value !== 'object' || value === null || !isInputObjectType(type)) return
  const fields = type.getFields()
  for (const [name, inner] of Object.entries(value)) {
    const field = fields[name]
    if (field) assertExact(getNamedType(field.type), inner, `${path}.${name}`)
  }
}

function inexact(path: string): GraphQLError {
  return new GraphQLError(`${path} has more digits than a number keeps; send the id as a string, in quotes`, {
    extensions: { code: 'BAD_USER_INPUT', http: { status: 400 } },
  })
}
