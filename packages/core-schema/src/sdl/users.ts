import { accountStatusTypeDefs } from './account-status.ts'
import { userListTypeDefs } from './user-lists.ts'

/**
 * Users: what is public about them, what they see of themselves, and what moderators see.
 *
 * @example
 * mergeTypeDefs([{ owner: 'core', typeDefs: usersTypeDefs }])
 */
export const usersTypeDefs = /* GraphQL */ `
type RootQuery {
  "The caller; null when the request carries no valid token."
  me: User

  """
  A page of users, in the order in which their accounts were made. For administrators and moderators; for others an
  error.
  """
  users(
    "Filters, order and page of the list of users."
    query: UsersQuery!
  ): UserConnection

  """
  One user; null when there is none with this id. For that user, administrators and moderators; for others an
  error.
  """
  user(
    "Id of the user."
    id: ID!
  ): User

  "How many users there are. For administrators and moderators; for others an error."
  userCount(
    "Filters of the users."
    query: UserCountQuery!
  ): Int
}

${userListTypeDefs}

type RootMutation {
  "Chooses the caller's username: the first one, or another at most once in 14 days."
  setUsername(
    "Id of the caller."
    id: ID!
    "The new name."
    username: String!
  ): SetUsernameResponse

  "Chooses another username after a moderator rejected the caller's. It waits for a moderator."
  changeUsername(
    "Id of the caller."
    id: ID!
    "The new name; not the one that was rejected."
    username: String!
  ): ChangeUsernameResponse

  "Approves a username. For administrators and moderators."
  approveUsername(
    "Id of the user."
    id: ID!
  ): SetUsernameStatusResponse

  "Rejects a username: the user can't write until another is chosen. For administrators and moderators."
  rejectUsername(
    "Id of the user."
    id: ID!
    "Why, as plain text of at most 500 characters; it is mailed to the user, and kept in the history."
    reason: String
  ): SetUsernameStatusResponse

  "Bans a user, and signs them out everywhere. Administrators and moderators are banned by administrators."
  banUser(
    "Whom."
    input: BanUserInput!
  ): BanUsersResponse

  "Ends a ban. For administrators and moderators."
  unbanUser(
    "Whose."
    input: UnbanUserInput!
  ): UnbanUserResponse

  "Suspends a user until a moment to come. Administrators and moderators are suspended by administrators."
  suspendUser(
    "Whom, and until when."
    input: SuspendUserInput!
  ): SuspendUserResponse

  "Ends a suspension before its time. For administrators and moderators."
  unsuspendUser(
    "Whose."
    input: UnsuspendUserInput!
  ): UnsuspendUserResponse

  "From now on each comment of a user waits for a moderator. For administrators and moderators."
  alwaysPremodUser(
    "Whose."
    input: AlwaysPremodUserInput!
  ): AlwaysPremodUserResponse

  "The comments of a user no longer wait because of who wrote them. For administrators and moderators."
  removeAlwaysPremodUser(
    "Whose."
    input: RemoveAlwaysPremodUserInput!
  ): RemoveAlwaysPremodUserResponse

  "Gives a user another role, and signs the user out everywhere. For administrators; one of them always remains."
  setUserRole(
    "Id of the user."
    id: ID!
    "The role."
    role: USER_ROLES
    """
    The caller's password, which is given again for every role but COMMENTER, unless the session began within the last
    ten minutes.
    """
    password: String
  ): SetUserRoleResponse

  "The caller no longer wants to see a user's comments. The staff can't be ignored."
  ignoreUser(
    "Id of the user."
    id: ID!
  ): IgnoreUserResponse

  "The caller wants to see a user's comments again."
  stopIgnoringUser(
    "Id of the user."
    id: ID!
  ): StopIgnoringUserResponse

  """
  Deletes an account: the user is removed immediately, texts and actions soon after. Comments leave a tombstone, so
  that replies keep their place. For administrators.
  """
  delUser(
    "Id of the user."
    id: ID!
    """
    The caller's password, which is given again, because this can't be undone; unless the session began within the last
    ten minutes.
    """
    password: String
  ): DelUserResponse
}

type Subscription {
  "Each suspension."
  userSuspended(
    "Only of this user. For users other than the caller, only administrators and moderators may ask."
    user_id: ID
  ): User

  "Each suspension that a moderator lifts."
  userUnsuspended(
    "Only of this user. For users other than the caller, only administrators and moderators may ask."
    user_id: ID
  ): User

  "Each ban."
  userBanned(
    "Only of this user. For users other than the caller, only administrators and moderators may ask."
    user_id: ID
  ): User

  "Each flag of a username."
  usernameFlagged(
    "Only of this user. For users other than the caller, only administrators and moderators may ask."
    user_id: ID
  ): User

  "Each rejected username."
  usernameRejected(
    "Only of this user. For users other than the caller, only administrators and moderators may ask."
    user_id: ID
  ): User

  "Each approved username."
  usernameApproved(
    "Only of this user. For users other than the caller, only administrators and moderators may ask."
    user_id: ID
  ): User

  "Each username that was chosen anew after a rejection."
  usernameChanged(
    "Only of this user. For users other than the caller, only administrators and moderators may ask."
    user_id: ID
  ): UsernameChangedPayload

  "Each new account. For administrators and moderators."
  userCreated: User
}

"What a user is on this site. Each role has the rights of those below it."
enum USER_ROLES {
  "Runs the site: settings, roles, tokens."
  ADMIN
  "Decides about comments and users."
  MODERATOR
  "Belongs to the organization; comments are accepted without moderation and marked."
  STAFF
  "Every other user."
  COMMENTER
}

"""
The state of a username. Only with SET or APPROVED can a user comment; users who sign in elsewhere
may have none of these.
"""
enum USER_STATUS_USERNAME {
  "The user has not chosen one yet."
  UNSET
  "Chosen, and not looked at by a moderator."
  SET
  "Approved by a moderator."
  APPROVED
  "Rejected by a moderator: the user must choose another."
  REJECTED
  "Chosen anew after a rejection: waits for a moderator."
  CHANGED
}

"A user: a person with an account."
type User {
  "Id of the user."
  id: ID!
  "The name shown beside comments."
  username: String!
  "When the account was made."
  created_at: Date!
  "How many actions of each kind there are against this user, such as flags of the username."
  action_summaries: [ActionSummary!]!
  """
  The newest actions against this user, the oldest of them first: 50 flags, 50 don't-agrees, and 10 of every other kind.
  How many there are say action_summaries. Null unless the caller is that user, an administrator or a moderator.
  """
  actions: [Action!]
  "The strongest role. Null unless the caller is that user, an administrator or a moderator."
  role: USER_ROLES
  "All roles, strongest first. Null unless the caller is that user, an administrator or a moderator."
  roles: [USER_ROLES!]
  "The ways this user signs in. Null unless the caller is that user, an administrator or a moderator."
  profiles: [UserProfile]
  """
  The e-mail address of the local account; null when there is none, or unless the caller is that user, an
  administrator or a moderator.
  """
  email: String
  "Tags of this user; those that are not public only for staff."
  tags: [TagLink!]
  """
  The users whom this user ignores; empty for none. Null unless the caller is that user, an
  administrator or a moderator.
  """
  ignoredUsers: [User!]
  "Personal access tokens, without their secret. Null unless the caller is that user or an administrator."
  tokens: [Token!]
  "A page of this user's comments. For that user, administrators and moderators."
  comments(
    "Which comments, in which order; author_id is this user."
    query: CommentsQuery = {}
  ): CommentConnection!
  "Whether this user is reliable. Null unless the caller is an administrator or a moderator."
  reliable: Reliability
  "The account status. Null unless the caller is that user, an administrator or a moderator."
  state: UserState
}

"The reliability of a user, by what moderators decided about their comments and flags."
type Reliability {
  "True when their flags are reliable, false when they are not, null when neither is clear."
  flagger: Boolean
  "Karma of their flags; 0 at first."
  flaggerKarma: Int!
  "True when their comments are reliable, false when they are not, null when neither is clear."
  commenter: Boolean
  "Karma of their comments; 0 at first."
  commenterKarma: Int!
}

"A personal access token, which lets a program act as its owner."
type Token {
  "Id of the token; the jti claim of the signed token."
  id: ID!
  "What its owner calls it."
  name: String!
  "False once it was revoked, or its owner was signed out everywhere."
  active: Boolean!
  "The signed token, given out once, when it is made; null everywhere else."
  jwt: String
}

"One way a user signs in. Its type names the way; the way of a removed plugin is a DefaultUserProfile."
interface UserProfile {
  "Id of the user there."
  id: String!
  "Name of the provider, such as local."
  provider: String!
}

"Signing in with e-mail address and password."
type LocalUserProfile implements UserProfile {
  "The e-mail address, in lower case."
  id: String!
  "Always local."
  provider: String!
  "When the address was confirmed; null while it is not."
  confirmedAt: Date
}

"Signing in elsewhere."
type DefaultUserProfile implements UserProfile {
  "Id of the user there."
  id: String!
  "Name of the provider."
  provider: String!
}

${accountStatusTypeDefs}`
