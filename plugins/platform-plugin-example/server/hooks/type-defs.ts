/**
 * `typeDefs`: GraphQL that is merged into the schema. Use it for everything clients ask for or change.
 * Fields and enum values are appended to types that exist; describe each, for the descriptions are the documentation.
 */
export const typeDefs = /* GraphQL */ `
type Comment {
  "How many people keep it."
  bookmarkCount: Int!
  "Whether the caller keeps it; null for an anonymous reader."
  bookmarked: Boolean
}

enum SORT_COMMENTS_BY {
  "By the number of people who keep them, then by time."
  BOOKMARKS
}

type RootQuery {
  "The comments the caller keeps, as far as they are still to be seen; null for an anonymous reader."
  bookmarks: [Comment!]
}

"Which comment, and whether to keep it."
input SetBookmarkInput {
  "Id of a comment the caller can see."
  comment_id: ID!
  "True to keep it, false to keep it no more."
  kept: Boolean!
}

"Answer to setBookmark."
type SetBookmarkResponse implements Response {
  "The comment, with its new count; null when it was refused."
  comment: Comment
  "Why it was refused; null on success."
  errors: [UserError!]
}

type RootMutation {
  "Keeps a comment, or keeps it no more; again changes nothing."
  setBookmark(input: SetBookmarkInput!): SetBookmarkResponse!
}

type Subscription {
  "Each comment of a discussion that a user begins to keep."
  commentBookmarked(asset_id: ID!): Comment
}
`
