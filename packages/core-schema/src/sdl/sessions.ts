/**
 * The field by which a signed-in client opens a live connection.
 *
 * @example
 * mergeTypeDefs([{ owner: 'core', typeDefs: sessionsTypeDefs }])
 */
export const sessionsTypeDefs = /* GraphQL */ `
type RootQuery {
  """
  A ticket of the caller for one live connection, sent as ticket in the payload of connection_init within a minute. It
  is for a live endpoint on another host, which gets no cookie of this one. Null for an anonymous reader.
  """
  liveTicket: String
}
`
