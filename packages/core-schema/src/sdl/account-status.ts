/** The account status: username, ban, suspension and pre-moderation, and the inputs and answers of changing it. */
export const accountStatusTypeDefs = /* GraphQL */ `
"Whom to ban."
input BanUserInput {
  "Id of the user."
  id: ID!
  "The message that is mailed to the user; empty for no mail."
  message: String!
}

"Whose ban ends."
input UnbanUserInput {
  "Id of the user."
  id: ID!
}

"Whom to suspend, and until when."
input SuspendUserInput {
  "Id of the user."
  id: ID!
  "The message that is mailed to the user; empty for no mail."
  message: String!
  "A moment to come, within ten years."
  until: Date!
}

"Whose suspension ends."
input UnsuspendUserInput {
  "Id of the user."
  id: ID!
}

"Whose comments wait from now on."
input AlwaysPremodUserInput {
  "Id of the user."
  id: ID!
}

"Whose comments no longer wait."
input RemoveAlwaysPremodUserInput {
  "Id of the user."
  id: ID!
}

"A username that was chosen anew."
type UsernameChangedPayload {
  "The name before."
  previousUsername: String
  "The user, with the new name."
  user: User
}

"Answer to setUsername; the field itself is null on success."
type SetUsernameResponse implements Response {
  "Why it was refused; null on success."
  errors: [UserError!]
}

"Answer to changeUsername; the field itself is null on success."
type ChangeUsernameResponse implements Response {
  "Why it was refused; null on success."
  errors: [UserError!]
}

"Answer to approveUsername and rejectUsername; the field itself is null on success."
type SetUsernameStatusResponse implements Response {
  "Why it was refused; null on success."
  errors: [UserError!]
}

"Answer to banUser; the field itself is null on success."
type BanUsersResponse implements Response {
  "Why it was refused; null on success."
  errors: [UserError!]
}

"Answer to unbanUser; the field itself is null on success."
type UnbanUserResponse implements Response {
  "Why it was refused; null on success."
  errors: [UserError!]
}

"Answer to suspendUser; the field itself is null on success."
type SuspendUserResponse implements Response {
  "Why it was refused; null on success."
  errors: [UserError!]
}

"Answer to unsuspendUser; the field itself is null on success."
type UnsuspendUserResponse implements Response {
  "Why it was refused; null on success."
  errors: [UserError!]
}

"Answer to alwaysPremodUser; the field itself is null on success."
type AlwaysPremodUserResponse implements Response {
  "Why it was refused; null on success."
  errors: [UserError!]
}

"Answer to removeAlwaysPremodUser; the field itself is null on success."
type RemoveAlwaysPremodUserResponse implements Response {
  "Why it was refused; null on success."
  errors: [UserError!]
}

"Answer to setUserRole; the field itself is null on success."
type SetUserRoleResponse implements Response {
  "Why it was refused; null on success."
  errors: [UserError!]
}

"Answer to ignoreUser; the field itself is null on success."
type IgnoreUserResponse implements Response {
  "Why it was refused; null on success."
  errors: [UserError!]
}

"Answer to stopIgnoringUser; the field itself is null on success."
type StopIgnoringUserResponse implements Response {
  "Why it was refused; null on success."
  errors: [UserError!]
}

"Answer to delUser; the field itself is null on success."
type DelUserResponse implements Response {
  "Why it was refused; null on success."
  errors: [UserError!]
}

"The account status of a user."
type UserState {
  """
  The status of this user now, and its history. Null unless the caller is that user, an administrator or a
  moderator.
  """
  status: UserStatus
}

"The four parts of an account status, which decide what a user can do."
type UserStatus {
  "The username."
  username: UsernameStatus!
  "Whether the user is banned, and so can only read."
  banned: BannedStatus!
  "Whether each comment of this user waits for a moderator."
  alwaysPremod: AlwaysPremodStatus!
  "Whether the user is suspended: a ban that ends by itself."
  suspension: SuspensionStatus!
}

"The state of a username."
type UsernameStatus {
  "The present value."
  status: USER_STATUS_USERNAME!
  "Every change, oldest first."
  history: [UsernameStatusHistory!]
}

"A change of the state of a username."
type UsernameStatusHistory {
  "What it became."
  status: USER_STATUS_USERNAME!
  "The username that it is about; null for changes of older servers, which did not keep it."
  username: String
  "What the moderator wrote to the user; null for nothing."
  message: String
  "Who decided. Null when the user did, or when the caller may not know."
  assigned_by: User
  "When."
  created_at: Date!
}

"Whether a user is banned."
type BannedStatus {
  "True while banned."
  status: Boolean!
  "Every ban and its end, oldest first."
  history: [BannedStatusHistory!]
}

"A ban, or the end of one."
type BannedStatusHistory {
  "True for a ban, false for its end."
  status: Boolean!
  "What the moderator wrote to the user; null for nothing."
  message: String
  "Who decided. Null when the platform did, or when the caller may not know."
  assigned_by: User
  "When."
  created_at: Date!
}

"Whether each comment of a user waits for a moderator."
type AlwaysPremodStatus {
  "True while each comment waits."
  status: Boolean!
  "Every change, oldest first."
  history: [AlwaysPremodStatusHistory!]
}

"A change in whether each comment waits."
type AlwaysPremodStatusHistory {
  "True from when each comment waits, false from when it does not."
  status: Boolean!
  "Who decided. Null when the platform did, or when the caller may not know."
  assigned_by: User
  "When."
  created_at: Date!
}

"Whether a user is suspended."
type SuspensionStatus {
  "When the suspension ends or ended; null when there is none. A time in the past has no effect."
  until: Date
  "Every suspension and its lifting, oldest first."
  history: [SuspensionStatusHistory!]
}

"A suspension, or the lifting of one."
type SuspensionStatusHistory {
  "When it was to end; null when it was lifted."
  until: Date
  "What the moderator wrote to the user; null for nothing."
  message: String
  "Who decided. Null when the platform did, or when the caller may not know."
  assigned_by: User
  "When."
  created_at: Date!
}
`
