/**
 * Bulk rejections: everything that a user wrote since a time is rejected, and taken back as one.
 *
 * @example
 * mergeTypeDefs([{ owner: 'core', typeDefs: bulkRejectionsTypeDefs }])
 */
export const bulkRejectionsTypeDefs = /* GraphQL */ `
type RootQuery {
  "A bulk rejection; null when there is none with this id. For administrators and moderators; for others an error."
  bulkRejection(
    "Id of the bulk rejection."
    id: ID!
  ): BulkRejection
}

type RootMutation {
  """
  Rejects everything that a user wrote since a time, except what is rejected already. A job does it after the answer, and
  each comment is a decision of the caller. For administrators and moderators who may decide about that user.
  """
  rejectCommentsOf(
    "Whose comments, and which."
    input: RejectCommentsInput!
  ): RejectCommentsResponse!

  """
  Takes a bulk rejection back: each comment gets the status that it had before, unless somebody has decided about it
  since. A job does it after the answer. For administrators and moderators who may decide about that user.
  """
  takeBackBulkRejection(
    "Id of the bulk rejection."
    id: ID!
  ): TakeBackBulkRejectionResponse!
}

type User {
  "The last 20 bulk rejections of what this user wrote, the latest first. For administrators and moderators."
  bulkRejections: [BulkRejection!]
}

"The comments that are rejected together."
input RejectCommentsInput {
  "Id of the user who wrote them."
  user_id: ID!
  "Only comments that were written at this time or later; null for all."
  since: Date
  "Why they are rejected, as plain text of at most 500 characters, which their author reads."
  reason: String
}

"What a bulk rejection does now."
enum BULK_REJECTION_STATE {
  "Its comments are being rejected."
  REJECTING
  "All its comments are rejected."
  REJECTED
  "It was taken back, and its comments are getting the statuses back that they had before."
  RESTORING
  "It was taken back."
  RESTORED
}

"The rejection of everything that a user wrote since a time."
type BulkRejection {
  "Id of the bulk rejection."
  id: ID!
  "The time since which the comments were written; null for all."
  since: Date
  "What it does now."
  state: BULK_REJECTION_STATE!
  "How many comments it has rejected so far."
  rejected: Int!
  "How many of them have the status again that they had before."
  restored: Int!
  "Who decided it; null after that account was deleted."
  assigned_by: User
  "When it was decided."
  created_at: Date!
}

"Answer to rejectCommentsOf."
type RejectCommentsResponse implements Response {
  "The bulk rejection that has begun; null when it was refused."
  bulkRejection: BulkRejection
  "Why it was refused; null on success."
  errors: [UserError!]
}

"Answer to takeBackBulkRejection."
type TakeBackBulkRejectionResponse implements Response {
  "The bulk rejection; null when it was refused."
  bulkRejection: BulkRejection
  "Why it was refused; null on success."
  errors: [UserError!]
}
`
