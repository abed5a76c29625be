/**
 * Comments: reading, writing, editing and deciding about them, and following them live.
 *
 * @example
 * mergeTypeDefs([{ owner: 'core', typeDefs: commentsTypeDefs }])
 */
export const commentsTypeDefs = /* GraphQL */ `
type RootQuery {
  "One comment; null when there is none or the caller may not see it."
  comment(
    "Id of the comment."
    id: ID!
  ): Comment

  "A page of comments; null when the caller asks for statuses only administrators and moderators may see."
  comments(
    "Which comments, in which order."
    query: CommentsQuery!
  ): CommentConnection

  "Comments by their ids, without those that do not exist or that the caller may not see."
  commentsById(
    "Ids of at most 100 comments."
    ids: [ID!]!
  ): [Comment!]!

  "How many comments there are. For administrators and moderators; null for others."
  commentCount(
    "Which comments."
    query: CommentCountQuery!
  ): Int

  "How many comments each of several queries finds, in their order. For administrators and moderators; null for others."
  commentCounts(
    "Which comments, by at most 50 queries."
    queries: [CommentCountQuery!]!
  ): [Int!]

  """
  The visible comments of a discussion, at any depth, that were written after a time. Those of the caller, of users whom
  the caller ignores, and deleted ones are not among them.
  """
  unreadComments(
    "Id of the asset."
    asset_id: ID!
    "The caller's last visit."
    since: Date!
  ): UnreadComments!

  """
  What every reader may know of a user who wrote comments; null when there is none with this id, also after the account
  was deleted.
  """
  publicProfile(
    "Id of the user."
    id: ID!
  ): PublicProfile
}

"What every reader may know of a user."
type PublicProfile {
  "The user."
  user: User!
  """
  A page of the visible comments, the newest first: those that wait, were rejected or deleted are not among them. Empty
  when the caller ignores the user.
  """
  comments(
    "How many."
    limit: Int
    "The endCursor of the page before."
    cursor: Cursor
  ): CommentConnection!
}

type RootMutation {
  "Publishes a comment, or lets it wait for a moderator. The caller must not be banned or suspended."
  createComment(
    "The comment."
    input: CreateCommentInput!
  ): CreateCommentResponse!

  """
  Changes the text of the caller's own comment while the edit window is open. The new text is checked like a new
  comment.
  """
  editComment(
    "Id of the comment."
    id: ID!
    "Id of the asset the comment is on."
    asset_id: ID!
    "The new text."
    edit: EditCommentInput
  ): EditCommentResponse!

  """
  Deletes the caller's own comment. Its text and its author are erased, and it stays as a tombstone, so that the replies
  to it stay. A comment that was rejected can't be deleted.
  """
  deleteOwnComment(
    "Id of the comment."
    id: ID!
  ): DeleteOwnCommentResponse!

  "Decides about a comment. For administrators and moderators."
  setCommentStatus(
    "Id of the comment."
    id: ID!
    "Its new status."
    status: COMMENT_STATUS!
    "Why it is rejected, as plain text of at most 500 characters, which its author reads; only with REJECTED."
    reason: String
    """
    The comment as the caller saw it. When it is another one by now, the decision is not made, and the error is a
    CommentChangedUserError. Without it the decision is made in any case.
    """
    expected: ExpectedComment
  ): SetCommentStatusResponse

  """
  Takes the last decision about a comment back: it gets the status that it had before, with the reason of that one. This
  is a decision, too. For administrators and moderators.
  """
  takeBackDecision(
    "Id of the comment."
    id: ID!
    """
    The status that the last decision gave, as the caller has seen it. When the comment has another one, because
    somebody else has decided meanwhile, nothing is taken back.
    """
    status: COMMENT_STATUS
  ): TakeBackDecisionResponse
}

type Subscription {
  "Each new comment."
  commentAdded(
    "Only on this asset; null for all, which is for administrators and moderators."
    asset_id: ID
    "Only with one of these statuses; others than NONE and ACCEPTED are for administrators and moderators."
    statuses: [COMMENT_STATUS!] = [NONE, ACCEPTED]
  ): Comment

  "Each edited comment that the caller may see after the edit."
  commentEdited(
    "Only on this asset; null for all, which is for administrators and moderators."
    asset_id: ID
  ): Comment

  """
  The id of each comment that readers of the discussion no longer see, because of a moderator or of an edit. The author
  also gets that of the own comment that waited for a moderator and was rejected.
  """
  commentRemoved(
    "Id of the asset."
    asset_id: ID!
  ): ID

  "Each comment that readers of the discussion see again, because a moderator took a decision back."
  commentRestored(
    "Id of the asset."
    asset_id: ID!
  ): Comment

  "Each comment that a user flagged. For administrators and moderators."
  commentFlagged(
    "Only on this asset; null for all."
    asset_id: ID
  ): Comment

  "Each comment that a moderator accepted."
  commentAccepted(
    "Only on this asset; null for all, which is for administrators and moderators."
    asset_id: ID
  ): Comment

  "Each comment that a moderator rejected. For administrators and moderators."
  commentRejected(
    "Only on this asset; null for all."
    asset_id: ID
  ): Comment

  "Each comment whose decision a moderator took back, or that a moderator lets wait. For administrators and moderators."
  commentReset(
    "Only on this asset; null for all."
    asset_id: ID
  ): Comment
}

"""
The status of a comment. Every reader sees NONE and ACCEPTED, and moderators all. An author sees the own comments that
wait for a moderator too.
"""
enum COMMENT_STATUS {
  "Published, and not looked at by a moderator."
  NONE
  "Approved by a moderator, or written by staff."
  ACCEPTED
  "Rejected by a moderator, or because of a banned word."
  REJECTED
  "Waits for a moderator, because all comments here, or all of this user, are moderated first."
  PREMOD
  "Held by an automatic check until a moderator decides."
  SYSTEM_WITHHELD
}

"What comments are sorted by. Plugins add their own."
enum SORT_COMMENTS_BY {
  "The time they were written."
  CREATED_AT
  "How many visible replies they have, then the time they were written."
  REPLIES
}

"Which comments, in which order."
input CommentsQuery {
  "Only by this user. For that user, administrators and moderators."
  author_id: ID
  """
  Only with one of these statuses; null for any. Others than NONE and ACCEPTED are for administrators and moderators, and
  for the user whose id is author_id.
  """
  statuses: [COMMENT_STATUS!] = [NONE, ACCEPTED]
  "Only on this asset."
  asset_id: ID
  "Only on one of these assets, at most 20; not together with asset_id."
  asset_ids: [ID!]
  "Only replies to this comment; null for the top level, without it for any depth."
  parent_id: ID
  """
  Only with at least one action of this kind. For administrators and moderators. Of a site with more than 100,000
  comments, a kind other than FLAG needs an asset, an author or tags, or an index of its plugin; ASSET_REQUIRED is the
  error.
  """
  action_type: ACTION_TYPE
  "Most comments on a page, from 1 to 100."
  limit: Int = 10
  "Where the page begins: endCursor of the page before; null for the first page."
  cursor: Cursor
  "Direction of the sort."
  sortOrder: SORT_ORDER = DESC
  "What the comments are sorted by."
  sortBy: SORT_COMMENTS_BY = CREATED_AT
  "Only with one of these tags; those that are not public are found only by staff."
  tags: [String!]
  """
  Only with each of these words, or parts of words, in the text, whatever capitals and accents it has; at most 200
  characters. Quotation marks keep words together. A page ends after 2,000 comments were read, also when few or none were
  found, and hasNextPage says whether there are more to read. For administrators and moderators.
  """
  text: String
  "Without comments of users whom the caller ignores."
  excludeIgnored: Boolean
  "Leave out comments of deleted accounts, of which only the place is left."
  excludeDeleted: Boolean = false
}

"Which replies, in which order."
input RepliesQuery {
  "Direction of the sort."
  sortOrder: SORT_ORDER = ASC
  "What the replies are sorted by."
  sortBy: SORT_COMMENTS_BY = CREATED_AT
  "Most replies on a page, from 1 to 100."
  limit: Int = 3
  "Where the page begins: endCursor of the page before; null for the first page."
  cursor: Cursor
  "Without replies of users whom the caller ignores."
  excludeIgnored: Boolean
  "Leave out replies of deleted accounts, of which only the place is left."
  excludeDeleted: Boolean = false
}

"Which comments are counted."
input CommentCountQuery {
  "Only with one of these statuses; null or empty for any."
  statuses: [COMMENT_STATUS!] = [NONE, ACCEPTED]
  "Only on this asset."
  asset_id: ID
  "Only on one of these assets, at most 20; not together with asset_id or asset_url."
  asset_ids: [ID!]
  "Only on the asset with this address, when asset_id is not given; an address that is not known counts 0."
  asset_url: String
  "Only replies to this comment; null for the top level, without it for any depth."
  parent_id: ID
  "Only with at least one action of this kind, as in CommentsQuery."
  action_type: ACTION_TYPE
  "Only by this user."
  author_id: ID
  "Only with one of these tags; those that are not public are found only by staff."
  tags: [String!]
  "Leave out comments of deleted accounts, of which only the place is left."
  excludeDeleted: Boolean = false
}

"A new comment."
input CreateCommentInput {
  "Id of the asset it is about."
  asset_id: ID!
  "Id of the comment it answers, on the same asset; null for the top level."
  parent_id: ID
  "The text, as plain text. The setting charCount can limit its length."
  body: String!
  "Names of tags to put on it, as far as the caller may use them."
  tags: [String]
}

"A change of a comment."
input EditCommentInput {
  "The new text, as plain text. The setting charCount can limit its length."
  body: String!
}

"""
A comment, or a tombstone: after its author deleted it, or the author's account was deleted, text and author are null,
and the replies remain.
"""
type Comment {
  "The comment that it replies to; null at the top level, or when the caller may not see that one."
  parent: Comment
  "Id of the comment."
  id: ID!
  "The text, as plain text; null after it was deleted, by its author or with the account."
  body: String
  "Every text it had, oldest first. Null unless the caller is its author, an administrator or a moderator."
  body_history: [CommentBodyHistory!]
  "Its tags; those that are not public only for staff."
  tags: [TagLink!]
  "Its author; null after the comment or the account was deleted."
  user: User
  "The strongest role of an author who works for the site, where the comment has the tag STAFF; null for all others."
  author_role: USER_ROLES
  "A page of its visible direct replies."
  replies(
    "Which replies, in which order."
    query: RepliesQuery = {}
  ): CommentConnection!
  "How many visible direct replies it has."
  replyCount: Int
  """
  The newest actions on it, the oldest of them first: 50 flags, 50 don't-agrees, and 10 of every other kind, with all
  flags of the platform itself. How many there are say action_summaries. Null unless the caller is an administrator or a
  moderator.
  """
  actions: [Action]
  "How many actions of each kind there are on it, with the caller's own."
  action_summaries: [ActionSummary]!
  "What it is about."
  asset: Asset
  "Its status."
  status: COMMENT_STATUS!
  "Every status it had, oldest first. Null unless the caller is an administrator or a moderator."
  status_history: [CommentStatusHistory!]
  """
  Why it was rejected, in the words that the moderator wrote for its author. Null without a reason, when it is not
  rejected, and unless the caller is its author, an administrator or a moderator.
  """
  rejection_reason: String
  """
  A text that is another one after each decision about the comment and each change of its text, for ExpectedComment.
  Null unless the caller is an administrator or a moderator.
  """
  revision: String
  """
  What the caller can decide about it beside its status. Null unless the caller is an administrator or a moderator.
  """
  moderation: CommentModeration
  """
  When it was deleted, by its author or with the account; null before. Null unless the caller is an administrator or a
  moderator.
  """
  deleted_at: Date
  "When it was written."
  created_at: Date!
  "When it last changed in any way."
  updated_at: Date
  "Whether it was edited, and can be."
  editing: EditInfo
  "Whether it answers another comment, seen or not."
  hasParent: Boolean
  "Address at which a reader finds it; null when its asset does not exist any more."
  url: String
}

"What a moderator can decide about a comment beside its status."
type CommentModeration {
  "Its author, as far as the caller may decide about that user; null otherwise, and for a deleted account."
  author: ModeratedAuthor
  "The names of the tags that the caller may put on the comment, or take off it."
  tags: [String!]!
  "Where words of the present lists stand in its text, at most 20 of each list; empty for a deleted comment."
  words: [ListedWord!]!
}

"What holds for an author now."
type ModeratedAuthor {
  "Whether the author is banned."
  banned: Boolean!
  "Until when the author is suspended; null when that is not the case."
  suspendedUntil: Date
  "Whether all comments of the author wait for a moderator."
  alwaysPremod: Boolean!
}

"Comments that were written after a time."
type UnreadComments {
  "How many there are; 1,000 also stands for more."
  count: Int!
  "Id of the oldest one; null when there is none."
  oldest: ID
}

"A page of comments."
type CommentConnection {
  "Whether there are comments after this page."
  hasNextPage: Boolean!
  "Where the page begins; null when it is empty."
  startCursor: Cursor
  "Where the page ends: cursor of the next page; null when it is empty."
  endCursor: Cursor
  "The comments of this page, in order."
  nodes: [Comment!]!
}

"Whether a comment was edited, and can be."
type EditInfo {
  "True when the text was changed at least once."
  edited: Boolean!
  "When the text was last changed; null when it never was."
  editedAt: Date
  "Until when its author can edit it, the same for every caller."
  editableUntil: Date
}

"A text that a comment had."
type CommentBodyHistory {
  "The text."
  body: String!
  "Since when."
  created_at: Date!
}

"A status that a comment had."
type CommentStatusHistory {
  "The status."
  type: COMMENT_STATUS!
  "Since when."
  created_at: Date!
  """
  The user who decided. Null when the platform did, or when the caller is neither that user nor an administrator or
  moderator.
  """
  assigned_by: User
  "The moderation phase that decided, by name. Null when a moderator decided, or when no phase did."
  phase: String
  "The reason that the phase gave, or that the moderator wrote for the author; null without one."
  reason: String
}

"Answer to createComment."
type CreateCommentResponse implements Response {
  "The comment, published or not; null when it was refused."
  comment: Comment
  "The actions that the automatic checks took on it; null when it was refused."
  actions: [Action]
  "Why the comment was refused; null on success."
  errors: [UserError!]
}

"Answer to editComment."
type EditCommentResponse implements Response {
  "The comment with its new text and status; null when the edit was refused."
  comment: Comment
  "Why the edit was refused; null on success."
  errors: [UserError!]
}

"Answer to deleteOwnComment."
type DeleteOwnCommentResponse implements Response {
  "The tombstone; null when the comment was not deleted."
  comment: Comment
  "Why the comment was not deleted; null on success."
  errors: [UserError!]
}

"A comment as a moderator saw it before deciding."
input ExpectedComment {
  "Its status."
  status: COMMENT_STATUS!
  "Its revision."
  revision: String!
}

"""
The comment is not the one that the caller saw: another moderator has decided about it, or its author has changed it.
The decision was not made. The key is COMMENT_CHANGED.
"""
type CommentChangedUserError implements UserError {
  "Upper-case name of the situation. Stable: choose texts and behaviour by it."
  translation_key: String!
  "What happened, in English, for people to read; null when the key says everything."
  message: String
  "The comment as it is now. The last entry of its status_history says who decided what, and when."
  comment: Comment
}

"Answer to setCommentStatus; the field itself is null on success."
type SetCommentStatusResponse implements Response {
  "Why the decision was refused; null on success."
  errors: [UserError!]
}

"Answer to takeBackDecision; the field itself is null on success."
type TakeBackDecisionResponse implements Response {
  "Why nothing was taken back; null on success."
  errors: [UserError!]
}
`
