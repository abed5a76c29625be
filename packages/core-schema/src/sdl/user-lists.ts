/** Lists of users: their filters, their order and their pages. Part of `usersTypeDefs`. */
export const userListTypeDefs = /* GraphQL */ `
"Filters, order and page of the list of users."
input UsersQuery {
  "Only users with at least one action of this kind against them, such as a flagged username."
  action_type: ACTION_TYPE
  "Only users with this role or account status."
  state: UserStateInput
  "How the username, the e-mail address or the name given elsewhere begins, in any case; empty for all users."
  value: String = ""
  "Most users on a page, from 1 to 100."
  limit: Int = 10
  "Where the page begins: endCursor of the page before; null for the first page."
  cursor: Cursor
  "Direction of the sort by the time the account was made."
  sortOrder: SORT_ORDER = DESC
}

"Filters of the users to count."
input UserCountQuery {
  "Only users with at least one action of this kind against them."
  action_type: ACTION_TYPE
  "Only users with this role or account status."
  state: UserStateInput
}

"A role and an account status; a missing field allows every value."
input UserStateInput {
  "The strongest role."
  role: USER_ROLES
  "The account status."
  status: UserStatusInput
}

"The status of an account; a missing field allows every value."
input UserStatusInput {
  "The username has one of these states."
  username: [USER_STATUS_USERNAME!]
  "Whether the user is banned."
  banned: Boolean
  "Whether the user is suspended now."
  suspended: Boolean
  "Whether each comment of the user waits for a moderator."
  alwaysPremod: Boolean
}

"A page of users."
type UserConnection {
  "Whether there are users after this page."
  hasNextPage: Boolean!
  "Where the page begins; null when it is empty."
  startCursor: Cursor
  "Where the page ends: cursor of the next page; null when it is empty."
  endCursor: Cursor
  "The users of this page, in order."
  nodes: [User!]!
}
`
