/** Assets: the pages, articles and topics that are discussed. */
export const assetsTypeDefs = /* GraphQL */ `
type RootQuery {
  """
  One asset, by id or by address; null when there is none with this id.
  An address that is not known yet opens a discussion for it, if its host is permitted; otherwise the error is INVALID_ASSET_URL.
  """
  asset(
    "Id of the asset. Wins over url."
    id: ID
    "Absolute address of the page, http or https."
    url: String
  ): Asset

  "A page of the assets, by time of creation. For administrators and moderators; null for others."
  assets(
    "Which assets, in which order."
    query: AssetsQuery = {}
  ): AssetConnection
}

"Which assets, in which order."
input AssetsQuery {
  "Words to look for in address, title, description, section and author; empty for all assets."
  value: String = ""
  "Most assets on a page, from 1 to 100."
  limit: Int = 10
  "True for open discussions, false for closed ones, null for both."
  open: Boolean
  "Direction of the sort by time of creation."
  sortOrder: SORT_ORDER = DESC
  "Where the page begins: endCursor of the page before; null for the first page."
  cursor: Cursor
}

"A page, article or topic, and the discussion about it."
type Asset {
  "Id of the asset."
  id: ID!
  "Title of the page; null until it is known."
  title: String
  "Address of the page."
  url: String
  "A page of its comments."
  comments(
    "Which comments, in which order; asset_id is this asset."
    query: CommentsQuery = {}
    "True for comments at any depth, false for the top level only."
    deep: Boolean = false
  ): CommentConnection
  "One of its comments; null when it is on another asset or the caller may not see it."
  comment(
    "Id of the comment."
    id: ID!
  ): Comment
  "How many visible comments there are at the top level; may lag behind by as long as the operator caches counts."
  commentCount(
    "Count only comments with one of these tags; null for all."
    tags: [String!]
  ): Int
  "How many visible comments there are at any depth; may lag behind by as long as the operator caches counts."
  totalCommentCount(
    "Count only comments with one of these tags; null for all."
    tags: [String!]
  ): Int
  "The settings that apply here: those of the site, with those that were changed for this asset."
  settings: Settings!
  "When the discussion closes or closed; null when it stays open."
  closedAt: Date
  "Whether the discussion is closed now: nobody can comment."
  isClosed: Boolean!
  "Summaries of the actions on its comments; null unless a plugin provides them."
  action_summaries: [AssetActionSummary!]
  "When the asset became known to the platform."
  created_at: Date
  "Its tags; those that are not public are left out unless the caller is on the staff."
  tags: [TagLink!]
  "Who wrote the page; null when that is not known."
  author: String
}

"A page of assets."
type AssetConnection {
  "Whether there are assets after this page."
  hasNextPage: Boolean!
  "Where the page begins; null when it is empty."
  startCursor: Cursor
  "Where the page ends: cursor of the next page; null when it is empty."
  endCursor: Cursor
  "The assets of this page, in order."
  nodes: [Asset!]!
}
`
