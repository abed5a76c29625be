import type { ASTNode } from 'graphql'
import { GraphQLError } from 'graphql'

/** The error of a scalar that was given something it does not take; `extensions.code` is `BAD_USER_INPUT`. */
export function badInput(message: string, node?: ASTNode): GraphQLError {
  return new GraphQLError(message, {
    extensions: { code: 'BAD_USER_INPUT' },
    ...(node === undefined ? {} : { nodes: node }),
  })
}
