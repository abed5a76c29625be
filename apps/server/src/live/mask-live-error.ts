import { GraphQLError } from 'graphql'
import { type About, maskError } from '../graphql/errors.ts'

/** An error as clients of the live socket see it, where the status that HTTP gives it means nothing. */
export function maskLiveError(error: unknown, about: About): GraphQLError {
  const { message, nodes, source, positions, path, extensions } = maskError(error, about)
  const { http: _, ...shown } = extensions
  return new GraphQLError(message, { nodes, source, positions, path, extensions: shown })
}
