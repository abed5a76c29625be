/**
 * Fields about the caller's own account: passwords, addresses, tokens and account deletion.
 *
 * @example
 * mergeTypeDefs([{ owner: 'core', typeDefs: accountsTypeDefs }])
 */
export const accountsTypeDefs = /* GraphQL */ `
type RootMutation {
  """
  Adds an e-mail address and a password to the caller's account, which has neither: for users who signed in by a
  provider. They are sent a link to confirm the address.
  """
  attachLocalAuth(
    "What to sign in with from now on."
    input: AttachLocalAuthInput!
  ): AttachLocalAuthResponse

  """
  Changes the caller's password, and signs the caller out everywhere: the answer has a new session. For users with a
  local account.
  """
  changePassword(
    "The old one and the new one."
    input: ChangePasswordInput!
  ): ChangePasswordResponse

  """
  Sends a link to a new e-mail address of the caller, who has that address once it is opened. The answer does not tell
  whether another account has it. For users with a local account.
  """
  changeEmail(
    "The new address."
    input: ChangeEmailInput!
  ): ChangeEmailResponse

  "Ends every session of the caller, this one and personal access tokens included."
  signOutEverywhere: SignOutEverywhereResponse

  "Has the caller's account deleted in 24 hours. Until then it can be cancelled."
  requestDeletion: RequestDeletionResponse

  "Keeps the caller's account, whose deletion was requested."
  cancelDeletion: CancelDeletionResponse

  "The same as requestDeletion, under the name that older clients use."
  requestAccountDeletion: RequestAccountDeletionResponse

  "The same as cancelDeletion, under the name that older clients use."
  cancelAccountDeletion: CancelAccountDeletionResponse

  """
  Sends the caller a link by which everything that is stored about the account can be downloaded: once in seven days,
  to the confirmed e-mail address.
  """
  requestDownloadLink: RequestDownloadLinkResponse

  "Makes a link by which everything that is stored about a user can be downloaded for a day. For administrators."
  downloadUser(
    "Id of the user."
    id: ID!
  ): DownloadUserResponse

  "Makes a personal access token of the caller. For administrators."
  createToken(
    "Of the token."
    input: CreateTokenInput!
  ): CreateTokenResponse!

  "Revokes a personal access token of the caller, for ever. For administrators."
  revokeToken(
    "Which."
    input: RevokeTokenInput!
  ): RevokeTokenResponse
}

type User {
  """
  When the account will be deleted, as the user requested; null when it will not. Null unless the caller is that user,
  an administrator or a moderator.
  """
  deletionAt: Date

  "The same as deletionAt, under the name that older clients use."
  scheduledDeletionDate: Date

  """
  When the user last requested a link to download everything that is stored about the account; null when that never
  happened. Null unless the caller is that user, an administrator or a moderator.
  """
  lastAccountDownload: Date
}

"What to add to an account that has no password."
input AttachLocalAuthInput {
  "The address."
  email: String!
  "The password: at least 8 characters."
  password: String!
}

"A change of a password."
input ChangePasswordInput {
  "The password until now."
  oldPassword: String!
  "The password from now on: at least 8 characters."
  newPassword: String!
}

"A change of an e-mail address."
input ChangeEmailInput {
  "The new address."
  email: String!
  "The caller's password."
  password: String!
}

"A new personal access token."
input CreateTokenInput {
  "What its owner calls it: 1 to 100 characters."
  name: String!
}

"Which personal access token to revoke."
input RevokeTokenInput {
  "Id of the token."
  id: ID!
}

"Answer to attachLocalAuth; the field itself is null on success."
type AttachLocalAuthResponse implements Response {
  "Why it was refused; null on success."
  errors: [UserError!]
}

"Answer to changePassword."
type ChangePasswordResponse implements Response {
  "A session in place of the one that has ended."
  token: String
  "Why it was refused; null on success."
  errors: [UserError!]
}

"Answer to changeEmail; the field itself is null on success."
type ChangeEmailResponse implements Response {
  "Why it was refused; null on success."
  errors: [UserError!]
}

"Answer to signOutEverywhere; the field itself is null on success."
type SignOutEverywhereResponse implements Response {
  "Why it was refused; null on success."
  errors: [UserError!]
}

"Answer to requestDeletion."
type RequestDeletionResponse implements Response {
  "When the account will be deleted."
  deletionAt: Date
  "Why it was refused; null on success."
  errors: [UserError!]
}

"Answer to cancelDeletion; the field itself is null on success."
type CancelDeletionResponse implements Response {
  "Why it was refused; null on success."
  errors: [UserError!]
}

"Answer to requestAccountDeletion."
type RequestAccountDeletionResponse implements Response {
  "When the account will be deleted."
  scheduledDeletionDate: Date
  "Why it was refused; null on success."
  errors: [UserError!]
}

"Answer to cancelAccountDeletion; the field itself is null on success."
type CancelAccountDeletionResponse implements Response {
  "Why it was refused; null on success."
  errors: [UserError!]
}

"Answer to requestDownloadLink; the field itself is null on success."
type RequestDownloadLinkResponse implements Response {
  "Why it was refused; null on success."
  errors: [UserError!]
}

"Answer to downloadUser."
type DownloadUserResponse implements Response {
  "The address of a page with the download. It works for a day, and for everybody who has it."
  archiveURL: String
  "Why it was refused; null on success."
  errors: [UserError!]
}

"Answer to createToken."
type CreateTokenResponse implements Response {
  "The token, this once with its secret."
  token: Token
  "Why it was refused; null on success."
  errors: [UserError!]
}

"Answer to revokeToken; the field itself is null on success."
type RevokeTokenResponse implements Response {
  "Why it was refused; null on success."
  errors: [UserError!]
}
`
