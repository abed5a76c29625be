import { CursorScalar, DateScalar } from '../scalars.ts'

/**
 * The roots, the scalars, sorting and errors: what every other feature builds on. The features fill the roots.
 *
 * @example
 * mergeTypeDefs([{ owner: 'core', typeDefs: baseTypeDefs }])
 */
export const baseTypeDefs = /* GraphQL */ `
"Comments of a site: its discussions, users and moderation. Plugins add to every part of it."
schema {
  query: RootQuery
  mutation: RootMutation
  subscription: Subscription
}

"""
Everything that can be asked for. A refusal is a GraphQL error with a code in its extensions, or null where the field
says so.
"""
type RootQuery

"""
Everything that can be changed. A refusal that was to be expected is in the errors of the response, with HTTP status
200; GraphQL errors are left for what was not expected. A response that is null means success.
"""
type RootMutation

"""
Everything that can be followed live, over the websocket at api/v1/live. An event that the caller may not see is left
out silently.
"""
type Subscription

"""
${DateScalar.description}
"""
scalar Date

"""
${CursorScalar.description}
"""
scalar Cursor

"Direction of a sort."
enum SORT_ORDER {
  "Descending: newest or most first."
  DESC
  "Ascending: oldest or least first."
  ASC
}

"What the response of every mutation has in common."
interface Response {
  "Why the mutation was refused; null on success."
  errors: [UserError!]
}

"An expected refusal, which a client can show to the user."
interface UserError {
  """
  Upper-case name of the situation, such as NOT_AUTHORIZED or EDIT_WINDOW_ENDED. Stable: choose texts and behaviour by
  it.
  """
  translation_key: String!
  "What happened, in English, for people to read; null when the key says everything."
  message: String
}

"An error about the request as a whole."
type GenericUserError implements UserError {
  """
  Upper-case name of the situation, such as NOT_AUTHORIZED or EDIT_WINDOW_ENDED. Stable: choose texts and behaviour by
  it.
  """
  translation_key: String!
  "What happened, in English, for people to read; null when the key says everything."
  message: String
}

"An error about one value of the input."
type ValidationUserError implements UserError {
  "Upper-case name of the situation. Stable: choose texts and behaviour by it."
  translation_key: String!
  "What happened, in English, for people to read; null when the key says everything."
  message: String
  "Name of the input field that was refused."
  field_name: String!
}
`
