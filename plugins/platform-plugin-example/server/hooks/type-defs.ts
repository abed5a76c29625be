/**
 * `typeDefs`: GraphQL definitions that are merged into the schema. Use them for everything that clients read or change.
 * Fields and enum values are added to existing types. Describe each, because clients read the descriptions.
 */
export const typeDefs = /* GraphQL */ `
type Comment {
  "How many users have starred it."
  starCount: Int!
  "Whether the caller has starred it; null for an anonymous reader."
  starred: Boolean
}

enum SORT_COMMENTS_BY {
  "By the number of stars, then by time."
  STARS
}

type RootQuery {
  "The comments that the caller has starred and may still see; null for an anonymous reader."
  stars: [Comment!]
}

"The comment, and whether to star it."
input SetStarInput {
  "Id of a comment that the caller may see."
  comment_id: ID!
  "True to star it, false to take the star back."
  kept: Boolean!
}

"Answer to setStar."
type SetStarResponse implements Response {
  "The comment, with its new count; null when it was refused."
  comment: Comment
  "Why it was refused; null on success."
  errors: [UserError!]
}

type RootMutation {
  "Stars a comment, or takes the star back; doing it again changes nothing."
  setStar(input: SetStarInput!): SetStarResponse!
}

type Subscription {
  "Each comment of a discussion that a user stars."
  commentStarred(asset_id: ID!): Comment
}
`
