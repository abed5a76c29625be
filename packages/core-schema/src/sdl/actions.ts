/** What people do to assets, comments and users: flag, disagree; reaction plugins add to it. */
export const actionsTypeDefs = /* GraphQL */ `
"Kinds of actions. Reaction plugins add their own."
enum ACTION_TYPE {
  "Reported to the moderators."
  FLAG
  "Disagreed with."
  DONTAGREE
}

"One person's action on one item. Its type tells which kind; kinds whose plugin is gone are a DefaultAction."
interface Action {
  "Id of the action."
  id: ID!
  "Who acted. Null when the platform did, or when the caller is neither that person nor an administrator or moderator."
  user: User
  "When the action last changed."
  updated_at: Date
  "When the action was taken."
  created_at: Date
}

"A report to the moderators, by a person or by an automatic check."
type FlagAction implements Action {
  "Id of the action."
  id: ID!
  "Why, as an upper-case or snake-case name that plugins add to; null when none was given."
  reason: String
  "What the person wrote about it; null when nothing."
  message: String
  "Who flagged. Null when an automatic check did, or when the caller is neither that person nor an administrator or moderator."
  user: User
  "When the action last changed."
  updated_at: Date
  "When the action was taken."
  created_at: Date
}

"Somebody disagreeing with a comment, which is no reason to moderate it."
type DontAgreeAction implements Action {
  "Id of the action."
  id: ID!
  "What the person wrote about it; null when nothing."
  message: String
  "Who disagreed. Null when the caller is neither that person nor an administrator or moderator."
  user: User
  "When the action last changed."
  updated_at: Date
  "When the action was taken."
  created_at: Date
}

"An action of a kind that no enabled plugin knows."
type DefaultAction implements Action {
  "Id of the action."
  id: ID!
  "Who acted. Null when the platform did, or when the caller is neither that person nor an administrator or moderator."
  user: User
  "When the action last changed."
  updated_at: Date
  "When the action was taken."
  created_at: Date
}

"How often one kind of action was taken on one item."
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

"How many people disagree with an item."
type DontAgreeActionSummary implements ActionSummary {
  "How many there are."
  count: Int!
  "The caller's own action; null when there is none."
  current_user: DontAgreeAction
}

"How often an action was taken whose kind no enabled plugin knows."
type DefaultActionSummary implements ActionSummary {
  "How many there are."
  count: Int
  "The caller's own action; null when there is none."
  current_user: Action
}

"How often one kind of action was taken on the comments of an asset."
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

"How often an action was taken on the comments of an asset whose kind no enabled plugin knows."
type DefaultAssetActionSummary implements AssetActionSummary {
  "How many actions there are."
  actionCount: Int
  "On how many comments."
  actionableItemCount: Int
}
`
