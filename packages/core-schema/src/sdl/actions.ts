/**
 * Actions of users on assets, comments and users: flags and don't-agrees. Reaction plugins add others.
 *
 * @example
 * mergeTypeDefs([{ owner: 'core', typeDefs: actionsTypeDefs }])
 */
export const actionsTypeDefs = /* GraphQL */ `
type RootMutation {
  """
  Reports a comment or a username to the moderators. Doing it again for the same reason answers with the flag that is
  there.
  """
  createFlag(
    "What, and why."
    flag: CreateFlagInput!
  ): CreateFlagResponse!

  "Disagrees with a comment. Doing it again answers with the existing action."
  createDontAgree(
    "With what."
    dontagree: CreateDontAgreeInput!
  ): CreateDontAgreeResponse!

  "Takes back an action of the caller's."
  deleteAction(
    "Id of the action."
    id: ID!
  ): DeleteActionResponse
}

"The kind of item of an action."
enum ACTION_ITEM_TYPE {
  "An asset."
  ASSETS
  "A comment."
  COMMENTS
  "A user."
  USERS
}

"Why a user flags."
enum FLAG_REASON {
  "The username offends."
  USERNAME_OFFENSIVE
  "The username is disliked."
  USERNAME_NOLIKE
  "The username pretends to be another person."
  USERNAME_IMPERSONATING
  "The username advertises."
  USERNAME_SPAM
  "Something else about the username."
  USERNAME_OTHER
  "The comment offends."
  COMMENT_OFFENSIVE
  "The comment advertises."
  COMMENT_SPAM
  "Something else about the comment."
  COMMENT_OTHER
}

"A report to the moderators."
input CreateFlagInput {
  "Id of the comment or the user."
  item_id: ID!
  "What the id is of."
  item_type: ACTION_ITEM_TYPE!
  "Why."
  reason: FLAG_REASON
  "Anything to add, up to 2,000 characters."
  message: String
}

"What a user disagrees with."
input CreateDontAgreeInput {
  "Id of the comment or the user."
  item_id: ID!
  "What the id is of."
  item_type: ACTION_ITEM_TYPE!
  "Anything to add, up to 2,000 characters."
  message: String
}

"Answer to createFlag."
type CreateFlagResponse implements Response {
  """
  The caller's flag, also when it was made earlier. Null when it was refused, and for members of the staff, who are
  not flagged.
  """
  flag: FlagAction
  "Why it was refused; null on success."
  errors: [UserError!]
}

"Answer to createDontAgree."
type CreateDontAgreeResponse implements Response {
  "The caller's action, also when it was made earlier; null when it was refused."
  dontagree: DontAgreeAction
  "Why it was refused; null on success."
  errors: [UserError!]
}

"Answer to deleteAction; the field itself is null on success."
type DeleteActionResponse implements Response {
  "Why it was refused; null on success."
  errors: [UserError!]
}

"Kinds of actions. Reaction plugins add their own."
enum ACTION_TYPE {
  "Reported to the moderators."
  FLAG
  "Disagreed with."
  DONTAGREE
}

"One user's action on one item. Its type names the kind; an action of a removed plugin is a DefaultAction."
interface Action {
  "Id of the action."
  id: ID!
  "Who acted. Null when the platform did, or when the caller is neither that user nor an administrator or moderator."
  user: User
  "When the action last changed."
  updated_at: Date
  "When the action was made."
  created_at: Date
}

"A report to the moderators, by a user or by an automatic check."
type FlagAction implements Action {
  "Id of the action."
  id: ID!
  "Why, as an upper-case or snake-case name that plugins add to; null when none was given."
  reason: String
  "The text that the user wrote about it; null without one."
  message: String
  """
  The user who flagged. Null for an automatic check, or when the caller is neither that user nor an administrator or
  moderator.
  """
  user: User
  "When the action last changed."
  updated_at: Date
  "When the action was made."
  created_at: Date
}

"A user disagrees with a comment, which is no reason to moderate it."
type DontAgreeAction implements Action {
  "Id of the action."
  id: ID!
  "The text that the user wrote about it; null without one."
  message: String
  "Who disagreed. Null when the caller is neither that user nor an administrator or moderator."
  user: User
  "When the action last changed."
  updated_at: Date
  "When the action was made."
  created_at: Date
}

"An action of a kind that no enabled plugin knows."
type DefaultAction implements Action {
  "Id of the action."
  id: ID!
  "Who acted. Null when the platform did, or when the caller is neither that user nor an administrator or moderator."
  user: User
  "When the action last changed."
  updated_at: Date
  "When the action was made."
  created_at: Date
}

"How many actions of one kind there are on one item."
interface ActionSummary {
  "How many there are."
  count: Int
  "The caller's own action; null when there is none."
  current_user: Action
}

"How often an item was flagged for one reason."
type FlagActionSummary implements ActionSummary {
  "How many flags there are for this reason."
  count: Int!
  "The reason, as in FlagAction; null for flags without one."
  reason: String
  "The caller's own flag; null when there is none."
  current_user: FlagAction
}

"How many users disagree with an item."
type DontAgreeActionSummary implements ActionSummary {
  "How many there are."
  count: Int!
  "The caller's own action; null when there is none."
  current_user: DontAgreeAction
}

"How many actions there are of a kind that no enabled plugin knows."
type DefaultActionSummary implements ActionSummary {
  "How many there are."
  count: Int
  "The caller's own action; null when there is none."
  current_user: Action
}

"How many actions of one kind there are on the comments of an asset."
interface AssetActionSummary {
  "How many actions there are."
  actionCount: Int
  "On how many comments."
  actionableItemCount: Int
}

"How often comments of an asset were flagged."
type FlagAssetActionSummary implements AssetActionSummary {
  "How many flags there are."
  actionCount: Int
  "On how many comments."
  actionableItemCount: Int
}

"How many actions, of a kind that no enabled plugin knows, there are on the comments of an asset."
type DefaultAssetActionSummary implements AssetActionSummary {
  "How many actions there are."
  actionCount: Int
  "On how many comments."
  actionableItemCount: Int
}
`
