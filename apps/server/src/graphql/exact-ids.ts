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
 * Looks for ids that came as numbers and are not those that were sent: 9007199254740993 is read as 9007199254740992,
 * which may be the id of another person. Written out in the document an id keeps all its digits.
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
      if (known && Object.hasOwn(variables, name)) look(getNamedType(known), variables[name], `variables.${name}`)
    }
  }
}

function look(type: GraphQLNamedType, value: unknown, path: string): void {
  if (Array.isArray(value)) return value.forEach((item, i) => look(type, item, `${path}.${i}`))
  if (type === GraphQLID) {
    if (typeof value === 'number' && Number.isInteger(value) && !Number.isSafeInteger(value)) throw inexact(path)
    return
  }
  if (typeof value !== 'object' || value === null || !isInputObjectType(type)) return
  for (const [name, field] of Object.entries(type.getFields()))
    if (Object.hasOwn(value, name))
      look(getNamedType(field.type), (value as Record<string, unknown>)[name], `${path}.${name}`)
}

function inexact(path: string): GraphQLError {
  return new GraphQLError(`${path} is a number of more digits than can be kept; send the id as a text, in quotes`, {
    extensions: { code: 'BAD_USER_INPUT', http: { status: 400 } },
  })
}
