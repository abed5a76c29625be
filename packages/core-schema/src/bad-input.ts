import type { ASTNode } from 'graphql'
import { GraphQLError } from 'graphql'

/** Makes the error of a scalar for a value that it does not accept. `extensions.code` is `BAD_USER_INPUT`. */
export function badInput(message: string, node?: ASTNode): GraphQLError {
  return new GraphQLError(message, {
    extensions: { code: 'BAD_USER_INPUT' },
    ...(node === undefined ? {} : { nodes: node }),
  })
}
