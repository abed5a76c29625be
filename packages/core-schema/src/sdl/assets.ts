/**
 * Assets: the pages, articles and topics that are discussed.
 *
 * @example
 * mergeTypeDefs([{ owner: 'core', typeDefs: assetsTypeDefs }])
 */
export const assetsTypeDefs = /* GraphQL */ `
type RootQuery {
  """
  One asset, by id or by address; null when there is none with this id.
  An address that is not known yet opens a discussion for it, if its host is permitted; otherwise the error is
  INVALID_ASSET_URL.
  """
  asset(
    "Id of the asset. Wins over url."
    id: ID
    "Absolute address of the page, http or https."
    url: String
  ): Asset

  "A page of the assets, by time of creation. For administrators and moderators; for others an error."
  assets(
    "Which assets, in which order."
    query: AssetsQuery = {}
  ): AssetConnection

  """
  What a merge of two discussions would move, without doing it. For administrators; for others an error.
  """
  mergePreview(
    "Id of the asset whose comments would move, and that would be deleted."
    from: ID!
    "Id of the asset that would get them."
    into: ID!
  ): MergePreview
}

type RootMutation {
  """
  Moves every comment of one discussion into another in the background, and deletes the first asset, whose addresses
  lead to the other one from then on. The first discussion is closed at once. It can't be undone. For administrators.
  """
  mergeAssets(
    "Id of the asset whose comments move, and that is deleted."
    from: ID!
    "Id of the asset that gets them."
    into: ID!
    """
    The caller's password, which is given again, because this can't be undone; unless the session began within the last
    ten minutes.
    """
    password: String
  ): MergeAssetsResponse

  """
  Changes settings of one discussion: those that are given. Null lets those of the site apply again. For
  administrators and moderators.
  """
  updateAssetSettings(
    "Id of the asset."
    id: ID!
    "The settings to change."
    input: AssetSettingsInput!
  ): UpdateAssetSettingsResponse

  "Sets when a discussion closes, and the message that readers see then. For administrators and moderators."
  updateAssetStatus(
    "Id of the asset."
    id: ID!
    "What to change."
    input: UpdateAssetStatusInput!
  ): UpdateAssetStatusResponse

  "Closes a discussion now. One that is closed stays as it is. For administrators and moderators."
  closeAsset(
    "Id of the asset."
    id: ID!
  ): CloseAssetResponse

  """
  Looks at the page again, in the background, and overwrites what is known of it with what it says now.
  For administrators and moderators.
  """
  forceScrapeAsset(
    "Id of the asset."
    id: ID!
  ): ForceScrapeAssetResponse

  "Changes the title and other facts about a page, or its address when it moved. For administrators and moderators."
  updateAsset(
    "Id of the asset."
    id: ID!
    "What to change."
    input: UpdateAssetInput!
  ): UpdateAssetResponse
}

type Subscription {
  """
  Each time a discussion is closed or opened again, or its closing time or message is set, moved or lifted, and each time
  its own settings switch commenting off or on, or change the question to readers.
  """
  assetStatusChanged(
    "Id of the asset."
    asset_id: ID!
  ): Asset
}

"Settings of one discussion. A missing field does not change; null lets the setting of the site apply again."
input AssetSettingsInput {
  "Whether comments with links wait for a moderator."
  premodLinksEnable: Boolean
  "Whether comments wait for a moderator."
  moderation: MODERATION_MODE
  "Whether a question to readers is shown above the comments."
  questionBoxEnable: Boolean
  "The question to readers, in Markdown, at most 20,000 characters."
  questionBoxContent: String
  "Name of the icon beside the question."
  questionBoxIcon: String
}

"When a discussion closes. A missing field does not change."
input UpdateAssetStatusInput {
  "When it closes, or closed; null for never."
  closedAt: Date
  "Shown in place of the form when it is closed, in Markdown; null for the message of the site."
  closedMessage: String
}

"Facts about a page. A missing field does not change; null removes a fact."
input UpdateAssetInput {
  "Where the page is now: an absolute address on a permitted domain, of no other asset."
  url: String
  "Title of the page."
  title: String
  "What the page is about, in a sentence."
  description: String
  "Who wrote it."
  author: String
  "Section of the site it belongs to."
  section: String
  "Address of a picture, http or https."
  image: String
}

"What a merge of two discussions would move."
type MergePreview {
  "The asset that would be deleted."
  from: Asset!
  "The asset that would get the comments."
  into: Asset!
  "How many comments would move, with every status, and with those that were deleted."
  comments: Int!
  "How many of them readers see."
  visibleComments: Int!
  "The addresses that would lead to the other asset."
  addresses: [String!]!
}

"Answer to mergeAssets; the field itself is null once the work is queued."
type MergeAssetsResponse implements Response {
  "Why nothing is merged; null on success."
  errors: [UserError!]
}

"Answer to updateAssetSettings; the field itself is null on success."
type UpdateAssetSettingsResponse implements Response {
  "Why nothing was changed; null on success."
  errors: [UserError!]
}

"Answer to updateAssetStatus; the field itself is null on success."
type UpdateAssetStatusResponse implements Response {
  "Why nothing was changed; null on success."
  errors: [UserError!]
}

"Answer to closeAsset; the field itself is null on success."
type CloseAssetResponse implements Response {
  "Why it was not closed; null on success."
  errors: [UserError!]
}

"Answer to forceScrapeAsset; the field itself is null once the work is queued."
type ForceScrapeAssetResponse implements Response {
  "Why the page is not looked at; null on success."
  errors: [UserError!]
}

"Answer to updateAsset."
type UpdateAssetResponse implements Response {
  "The asset as it is now; null when nothing was changed."
  asset: Asset
  "Why nothing was changed; null on success."
  errors: [UserError!]
}

"Which assets, in which order."
input AssetsQuery {
  """
  What to look for: each of its words must begin a word of the address, title, description, section or author; empty
  for all assets.
  """
  value: String = ""
  "Only assets with one of these ids, at most 20."
  ids: [ID!]
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
    "Count only comments with one of these tags, as far as the caller sees them; null for all."
    tags: [String!]
  ): Int
  "How many visible comments there are at any depth; may lag behind by as long as the operator caches counts."
  totalCommentCount(
    "Count only comments with one of these tags, as far as the caller sees them; null for all."
    tags: [String!]
  ): Int
  "The settings that apply here: those of the site, with those that were changed for this asset."
  settings: Settings!
  """
  Names of the settings that were changed for this asset, and so do not follow those of the site. For administrators and
  moderators; null for others.
  """
  own_settings: [String!]
  "When the discussion closes or closed; null when it never closes."
  closedAt: Date
  "What is shown in place of the form when this discussion is closed, in Markdown; null for the message of the site."
  closedMessage: String
  "Whether the discussion is closed now: no user can comment."
  isClosed: Boolean!
  """
  Who closed it or opened it, and when, oldest first, at most a hundred. For administrators and moderators; null for
  others.
  """
  status_history: [AssetStatusHistory!]
  "Summaries of the actions on its comments; null unless a plugin provides them."
  action_summaries: [AssetActionSummary!]
  "When the asset became known to the platform."
  created_at: Date
  "Its tags; those that are not public only for staff."
  tags: [TagLink!]
  "Who wrote the page; null when that is not known."
  author: String
  "What the page is about, in a sentence; null when that is not known."
  description: String
  "Address of a picture of the page; null when there is none."
  image: String
  "Section of the site the page belongs to; null when that is not known."
  section: String
}

"One change of when a discussion closes."
type AssetStatusHistory {
  "The closing time that was set; null for never."
  closedAt: Date
  "Who set it; null for the command line, and for others than administrators and moderators."
  assigned_by: User
  "When it was set."
  created_at: Date!
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
