import {
  type DocumentNode,
  type GraphQLError,
  GraphQLID,
  type GraphQLNamedType,
  type GraphQLSchema,
  getNamedType,
  isInputObjectType,
  Kind,
  typeFromAST,
} from 'graphql'
import { bad } from './errors.ts'

/** The most unknown fields that a refusal names, and of each name the most characters. */
const NAMED = { fields: 10, characters: 100 }

/**
 * Refuses what the engine would take for something else, or refuse at length.
 *
 * An id that is a number with more digits than a number keeps: 9007199254740993 is read as 9007199254740992, which may
 * be the id of another user. An id in the document itself keeps all its digits.
 *
 * Fields that an input type does not have: graphql tells each of them in a message that has the whole value, so that a
 * small request with thousands of them would take seconds, and an answer of megabytes.
 *
 * @throws GraphQLError BAD_USER_INPUT
 */
export function assertGivenVariables(
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
      if (known && Object.hasOwn(variables, name)) assertFits(getNamedType(known), variables[name], `variables.${name}`)
    }
  }
}

function assertFits(type: GraphQLNamedType, value: unknown, path: string): void {
  if (Array.isArray(value)) {
    for (const [i, item] of value.entries()) assertFits(type, item, `${path}.${i}`)
    return
  }
  if (type === GraphQLID) {
    if (typeof value === 'number' && Number.isInteger(value) && !Number.isSafeInteger(value)) throw inexact(path)
    return
  }
  if (typeof value !== 'object' || value === null || !isInputObjectType(type)) return
  const fields = type.getFields()
  const names = Object.keys(value)
  // Of thousands of fields the values are not looked at.
  const unknown = names.filter(name => !fields[name])
  if (unknown.length > 0) throw withUnknown(path, type.name, unknown)
  for (const name of names)
    assertFits(getNamedType(fields[name]!.type), (value as Record<string, unknown>)[name], `${path}.${name}`)
}

const inexact = (path: string) =>
  bad('BAD_USER_INPUT', `${path} has more digits than a number keeps; send the id as a string, in quotes`)

function withUnknown(path: string, type: string, names: readonly string[]): GraphQLError {
  const told = names.slice(0, NAMED.fields).map(name => name.slice(0, NAMED.characters))
  const more = names.length > told.length ? ` and ${(names.length - told.length).toLocaleString('en')} more` : ''
  return bad('BAD_USER_INPUT', `${path} has fields that ${type} does not have: ${told.join(', ')}${more}`)
}
