/**
 * The pictures of users.
 *
 * @example
 * mergeTypeDefs([{ owner: 'core', typeDefs: avatarsTypeDefs }])
 */
export const avatarsTypeDefs = /* GraphQL */ `
type User {
  """
  The address of this user's picture, a path on this server: a JPEG of 256 × 256 pixels without metadata. Null when
  there is none. It is the picture of the provider by which the user signed in.
  """
  avatar: String
}

type RootMutation {
  """
  Removes a user's picture, and no other one is read from a provider after that; doing it again changes nothing. For
  that user and for moderators. Null on success.
  """
  removeAvatar(
    "Id of the user."
    id: ID!
  ): RemoveAvatarResponse
}

type Subscription {
  "The id of a user whose picture was removed, so that pages which show it take it away."
  avatarRemoved: ID
}

"Answer to removeAvatar."
type RemoveAvatarResponse implements Response {
  "Why the request was refused; null on success."
  errors: [UserError!]
}
`
