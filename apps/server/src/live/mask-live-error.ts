import { GraphQLError } from 'graphql'
import { type About, maskError } from '../graphql/errors.ts'

/** An error as clients of the live socket see it: what HTTP makes of it, such as its status, is no part of the protocol. */
export function maskLiveError(error: unknown, about: About): GraphQLError {
  const { message, nodes, source, positions, path, extensions } = maskError(error, about)
  const { http: _, ...shown } = extensions
  return new GraphQLError(message, { nodes, source, positions, path, extensions: shown })
}
