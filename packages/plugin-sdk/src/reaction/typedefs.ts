import type { ReactionNames } from './names.ts'

/** The GraphQL definitions of a reaction. */
export function reactionTypeDefs({ lower, type, action, plural }: ReactionNames): string {
  return /* GraphQL */ `
enum ACTION_TYPE {
  "A user chose “${lower}” for a comment."
  ${action}
}
"How discussions are sorted by the actions in them."
enum ASSET_METRICS_SORT {
  "By the number of “${lower}” on the comments of a discussion."
  ${action}
}
enum SORT_COMMENTS_BY {
  "By the number of “${lower}”, then by time."
  ${plural.toUpperCase()}
}

"The comment that “${lower}” is for."
input Create${type}ActionInput {
  "Id of a comment that the caller may see."
  item_id: ID!
}
"The “${lower}” to take back."
input Delete${type}ActionInput {
  "Id of the caller's own action."
  id: ID!
}

"One user's “${lower}” on a comment."
type ${type}Action implements Action {
  "Id of the action; take it back by this."
  id: ID!
  "The user who acted; \`null\` unless it is the caller or the caller may search users."
  user: User
  "When it last changed."
  updated_at: Date
  "When it was made."
  created_at: Date
  "Id of the comment."
  item_id: ID!
}
"How often “${lower}” was chosen for a comment."
type ${type}ActionSummary implements ActionSummary {
  "How many users chose it."
  count: Int
  "The caller's own action; \`null\` when there is none."
  current_user: ${type}Action
}
"How often “${lower}” was chosen on the comments of a discussion."
type ${type}AssetActionSummary implements AssetActionSummary {
  "How many actions there are."
  actionCount: Int
  "How many comments have one."
  actionableItemCount: Int
}
"Answer to create${type}Action."
type Create${type}ActionResponse implements Response {
  "The caller's action, also when it was made earlier."
  ${lower}: ${type}Action
  "Why it was refused; \`null\` on success."
  errors: [UserError!]
}
"Answer to delete${type}Action."
type Delete${type}ActionResponse implements Response {
  "Why it was refused; \`null\` on success."
  errors: [UserError!]
}

type RootMutation {
  "Chooses “${lower}” for a comment; doing it again changes nothing."
  create${type}Action(
    "Which comment."
    input: Create${type}ActionInput!
  ): Create${type}ActionResponse!
  "Takes the caller's “${lower}” back; \`null\` on success."
  delete${type}Action(
    "Which of the caller's own."
    input: Delete${type}ActionInput!
  ): Delete${type}ActionResponse
}
type Subscription {
  "Each “${lower}” given in a discussion."
  ${lower}ActionCreated(
    "Id of the discussion."
    asset_id: ID!
  ): ${type}Action
  "Each “${lower}” taken back in a discussion."
  ${lower}ActionDeleted(
    "Id of the discussion."
    asset_id: ID!
  ): ${type}Action
}
`
}
