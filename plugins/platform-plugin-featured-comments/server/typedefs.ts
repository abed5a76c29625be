export const typeDefs = /* GraphQL */ `
"A comment that was featured."
type CommentFeaturedData {
  "The comment."
  comment: Comment!
  "The user who featured it."
  user: User!
}

"A comment that is not featured any more."
type CommentUnfeaturedData {
  "The comment."
  comment: Comment!
  "The user who decided that."
  user: User!
}

type Subscription {
  "Each comment that is featured."
  commentFeatured(
    "Only on this asset; null for all, which is for administrators and moderators."
    asset_id: ID
  ): CommentFeaturedData

  "Each comment that stops being featured."
  commentUnfeatured(
    "Only on this asset; null for all, which is for administrators and moderators."
    asset_id: ID
  ): CommentUnfeaturedData
}
`
