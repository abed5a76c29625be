/**
 * The statistics of the dashboard.
 *
 * @example
 * mergeTypeDefs([{ owner: 'core', typeDefs: statisticsTypeDefs }])
 */
export const statisticsTypeDefs = /* GraphQL */ `
type RootQuery {
  """
  How many comments were written on each day, and what became of them. Days are those of UTC, and imported comments are
  not counted. For administrators and moderators; for others an error.
  """
  statistics(
    "Which days, and of which discussion."
    query: StatisticsQuery!
  ): Statistics
}

"Which days, and of which discussion."
input StatisticsQuery {
  "The first day; its time does not matter."
  from: Date!
  "The last day, at most 366 days from the first one; its time does not matter."
  to: Date!
  "Only of this asset; null for the whole site."
  asset_id: ID
}

"What became of the comments of a period."
type Statistics {
  "Every day of the period, also those without comments, the first day first."
  days: [DayStatistics!]!
  "The whole period."
  total: CommentStatistics!
  "The ten discussions in which most comments were written; of one discussion, that one."
  busiest: [DiscussionStatistics!]!
  """
  What moderators decided on these days, those with the most decisions first, at most 50; null for one discussion.
  Decisions of bulk rejections are not counted.
  """
  moderators: [ModeratorStatistics!]
}

"What a moderator decided about comments in the period."
type ModeratorStatistics {
  "The moderator; null when the account was deleted a moment ago."
  moderator: User
  "How many decisions approved a comment."
  approved: Int!
  "How many decisions rejected a comment."
  rejected: Int!
  "How many decisions gave a comment another status, such as those that took one back."
  other: Int!
  """
  Seconds from writing a comment to the decision, on average, where no moderator had decided about it before; null
  without such a decision.
  """
  secondsToDecision: Float
}

"What became of comments. Each is counted on the day on which it was written."
type CommentStatistics {
  "How many comments were written."
  comments: Int!
  "How many of them moderation phases made wait for a moderator."
  held: Int!
  "How many of them are rejected now."
  rejected: Int!
  "How many of them a moderator decided about."
  decided: Int!
  "Seconds from writing a comment to the first decision of a moderator, on average; null without a decision."
  secondsToDecision: Float
}

"One day."
type DayStatistics {
  "The day, such as 2026-03-01."
  day: String!
  "What became of the comments of this day."
  counts: CommentStatistics!
}

"One discussion in the period."
type DiscussionStatistics {
  "The asset; null when it was removed a moment ago."
  asset: Asset
  "What became of its comments."
  counts: CommentStatistics!
}
`
