import {
  type GraphQLArgument,
  type GraphQLFieldResolver,
  getNamedType,
  getNullableType,
  isInputObjectType,
  isListType,
} from 'graphql'
import type { ServerContext } from '../../contract/context.ts'

type Resolve = GraphQLFieldResolver<unknown, ServerContext>

/**
 * Gives the code of plugins a copy of the arguments, because it may change them. GraphQL makes the default of an
 * argument once for all requests, and gives every field that names a variable the same value.
 */
export function withOwnArguments(resolve: Resolve, args: readonly GraphQLArgument[]): Resolve {
  const nested = args.filter(({ type }) => isInputObjectType(getNamedType(type)) || isListType(getNullableType(type)))
  if (nested.length === 0) return resolve
  return (parent, given, context, info) => {
    for (const { name } of nested) if (given[name] !== undefined) given[name] = copyOf(given[name])
    return resolve(parent, given, context, info)
  }
}

/** A copy of a list or an input object, which has no prototype; values of scalars are taken as they are. */
function copyOf(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(copyOf)
  if (typeof value !== 'object' || value === null || Object.getPrototypeOf(value) !== null) return value
  const copy = Object.create(null) as Record<string, unknown>
  for (const [name, inner] of Object.entries(value)) copy[name] = copyOf(inner)
  return copy
}
