export const typeDefs = /* GraphQL */ `
"A comment that was featured."
type CommentFeaturedData {
  "The comment."
  comment: Comment!
  "Who featured it."
  user: User!
}

"A comment that is featured no more."
type CommentUnfeaturedData {
  "The comment."
  comment: Comment!
  "Who decided so."
  user: User!
}

type Subscription {
  "Each comment that is featured."
  commentFeatured(
    "Only on this asset; null for all, which is for administrators and moderators."
    asset_id: ID
  ): CommentFeaturedData

  "Each comment that is featured no more."
  commentUnfeatured(
    "Only on this asset; null for all, which is for administrators and moderators."
    asset_id: ID
  ): CommentUnfeaturedData
}
`
