/**
 * Fields about the caller's own account: passwords, addresses, tokens and account deletion.
 *
 * @example
 * mergeTypeDefs([{ owner: 'core', typeDefs: accountsTypeDefs }])
 */
export const accountsTypeDefs = /* GraphQL */ `
type RootQuery {
  "A page of the invitations that wait, in the order in which the accounts were made. For administrators."
  invitations(
    "Most invitations on a page, from 1 to 100."
    limit: Int = 10
    "Where the page begins: endCursor of the page before; null for the first page."
    cursor: Cursor
    "Direction of the sort by time."
    sortOrder: SORT_ORDER = DESC
  ): InvitationConnection
}

type RootMutation {
  """
  Makes an account with a role for an e-mail address, and mails a link by which its user sets a password within seven
  days. Inviting the address again replaces the role, and mails a new link. For administrators.
  """
  inviteUser(
    "Whom, and with which role."
    input: InviteUserInput!
  ): InviteUserResponse!

  "Withdraws an invitation that waits: its link ends, and the account is deleted. For administrators."
  revokeInvitation(
    "Id of the invitation."
    id: ID!
  ): RevokeInvitationResponse

  """
  Ends every session of a user, personal access tokens included. For administrators; one's own end by signOutEverywhere.
  """
  endSessions(
    "Id of the user."
    user_id: ID!
  ): EndSessionsResponse

  """
  Adds an e-mail address and a password to the caller's account, which has neither: for users who signed in by a
  provider. They are sent a link to confirm the address.
  """
  attachLocalAuth(
    "What to sign in with from now on."
    input: AttachLocalAuthInput!
  ): AttachLocalAuthResponse

  "Sends the link of attachLocalAuth again, to the address that waits for it."
  resendLocalAuthLink: ResendLocalAuthLinkResponse

  """
  Changes the caller's password, and signs the caller out everywhere: the answer has a new session. For users with a
  local account, at most 5 times in half an hour.
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

  """
  Has the caller's account deleted in 24 hours. Until then it can be cancelled. A caller without a password has signed in
  within the last hour. It can be requested 5 times in a day.
  """
  requestDeletion(
    "The caller's password, which is given again."
    password: String
  ): RequestDeletionResponse

  "Keeps the caller's account, whose deletion was requested."
  cancelDeletion: CancelDeletionResponse

  "The same as requestDeletion, under the name that older clients use."
  requestAccountDeletion(
    "The caller's password, which is given again."
    password: String
  ): RequestAccountDeletionResponse

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

  """
  Whether attachLocalAuth gives the user an e-mail address and a password: the account has neither, and the site sends
  mail. Null unless the caller is that user, an administrator or a moderator.
  """
  canAttachLocalAuth: Boolean

  """
  The e-mail address that waits until the user opens the link of attachLocalAuth; null when none waits. Null unless the
  caller is that user, an administrator or a moderator.
  """
  waitingEmail: String

  """
  Whether an administrator invited the user, who has not set a password yet. Null unless the caller is that user, an
  administrator or a moderator.
  """
  isInvited: Boolean
}

"Whom to invite."
input InviteUserInput {
  "The e-mail address, of no account that is in use."
  email: String!
  "The role of the account."
  role: USER_ROLES!
  "The language of the mail; by default that of the site."
  language: String
  """
  The caller's password, which is given again for every role but COMMENTER, unless the session began within the last ten
  minutes.
  """
  password: String
}

"An account whose user has not set a password yet."
type Invitation {
  "Id of the invitation, and of the account."
  id: ID!
  "The e-mail address."
  email: String!
  "The role of the account."
  role: USER_ROLES!
  "Who invited last; null after that account was deleted."
  invited_by: User
  "When the last link was mailed."
  created_at: Date!
  "When that link ends, or ended; a new one is mailed by inviting the address again."
  expires_at: Date!
}

"A page of invitations."
type InvitationConnection {
  "Whether there are invitations after this page."
  hasNextPage: Boolean!
  "Where the page begins; null when it is empty."
  startCursor: Cursor
  "Where the page ends: cursor of the next page; null when it is empty."
  endCursor: Cursor
  "The invitations of this page, in order."
  nodes: [Invitation!]!
}

"Answer to inviteUser."
type InviteUserResponse implements Response {
  "The invitation; null when it was refused."
  invitation: Invitation
  "Why it was refused; null on success."
  errors: [UserError!]
}

"Answer to revokeInvitation; the field itself is null on success."
type RevokeInvitationResponse implements Response {
  "Why it was refused; null on success."
  errors: [UserError!]
}

"Answer to endSessions; the field itself is null on success."
type EndSessionsResponse implements Response {
  "Why it was refused; null on success."
  errors: [UserError!]
}

"What to add to an account that has no password."
input AttachLocalAuthInput {
  "The address."
  email: String!
  "The password: at least 8 characters."
  password: String!
}

"Answer to resendLocalAuthLink; the field itself is null on success."
type ResendLocalAuthLinkResponse implements Response {
  "Why it was refused; null on success."
  errors: [UserError!]
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
