/**
 * The settings of the site, of which an asset can override some.
 *
 * @example
 * mergeTypeDefs([{ owner: 'core', typeDefs: settingsTypeDefs }])
 */
export const settingsTypeDefs = /* GraphQL */ `
type RootQuery {
  """
  The settings of the site. Public, except for the fields that say otherwise. Until an administrator changes them, all
  have their defaults.
  """
  settings: Settings

  """
  What the word lists do with a text, and which of its words are listed. Nothing is stored. For administrators and
  moderators; for others an error.
  """
  testWordlist(
    "The text of a comment, at most 64 KiB."
    body: String!
    "Lists to try in place of the saved ones; a missing list is the saved one."
    wordlist: UpdateWordlistInput
  ): WordlistTest

  "A page of the changes of the settings: who changed what, and when. For administrators."
  settingsHistory(
    "Most changes on a page, from 1 to 100."
    limit: Int = 10
    "Where the page begins: endCursor of the page before; null for the first page."
    cursor: Cursor
    "Direction of the sort by time."
    sortOrder: SORT_ORDER = DESC
  ): SettingsChangeConnection
}

type Subscription {
  "The settings of the site, each time one of them has another value than before."
  settingsUpdated: Settings
}

type RootMutation {
  """
  Changes settings of the site: those that are given. Null brings a default back. Nothing changes when one value is
  refused; then there is an error for each, with the name of the setting. For administrators.
  """
  updateSettings(
    "The settings to change."
    input: UpdateSettingsInput!
    """
    The caller's password, which is given again to change the permitted domains, unless the session began within the last
    ten minutes.
    """
    password: String
  ): UpdateSettingsResponse

  """
  Takes a change of the settings back: each of its settings gets the value from before it, and a list loses what the
  change added and gets what it removed. This is a change, too. For administrators.
  """
  restoreSettings(
    "Id of the change."
    id: ID!
    """
    The caller's password, which is given again when the permitted domains change, unless the session began within the
    last ten minutes.
    """
    password: String
  ): RestoreSettingsResponse
}

"Answer to updateSettings; the field itself is null on success."
type UpdateSettingsResponse implements Response {
  "Why nothing was changed; null on success."
  errors: [UserError!]
}

"Answer to restoreSettings; the field itself is null on success."
type RestoreSettingsResponse implements Response {
  "Why nothing was changed; null on success."
  errors: [UserError!]
}

"One change of the settings of the site."
type SettingsChange {
  "Id of the change."
  id: ID!
  "Who made it; null for the command line and for plugins, and after that account was deleted."
  user: User
  "When it was made."
  created_at: Date!
  "The settings that changed."
  changes: [SettingChange!]!
}

"The change of one setting: its values, or what changed in a list of texts."
type SettingChange {
  "Name of the setting, such as moderation or wordlist.banned."
  name: String!
  "The value before, as JSON; null for a list, and when it is hidden."
  before: String
  "The value after, as JSON; null for a list, and when it is hidden."
  after: String
  "At most 100 of the texts that a list got; empty for other settings."
  added: [String!]!
  "How many texts a list got."
  addedCount: Int!
  "At most 100 of the texts that a list lost; empty for other settings."
  removed: [String!]!
  "How many texts a list lost."
  removedCount: Int!
  "Whether the values are secret, so none is kept and the change can't be taken back."
  hidden: Boolean!
}

"A page of changes of the settings."
type SettingsChangeConnection {
  "Whether there are changes after this page."
  hasNextPage: Boolean!
  "Where the page begins; null when it is empty."
  startCursor: Cursor
  "Where the page ends: cursor of the next page; null when it is empty."
  endCursor: Cursor
  "The changes of this page, in order."
  nodes: [SettingsChange!]!
}

"When comments become visible."
enum MODERATION_MODE {
  "Each comment waits for a moderator, with the status PREMOD."
  PRE
  "Comments are visible immediately, with the status NONE, and moderated later."
  POST
}

"Settings of the site, or, on an asset, those that apply there."
type Settings {
  "Whether comments wait for a moderator."
  moderation: MODERATION_MODE!
  "Whether users must confirm their e-mail address before they can sign in with it."
  requireEmailConfirmation: Boolean
  "Whether the box above the comments is shown."
  infoBoxEnable: Boolean
  "Text of the box above the comments, in Markdown."
  infoBoxContent: String
  "Whether a question to readers is shown above the comments."
  questionBoxEnable: Boolean
  "The question to readers, in Markdown."
  questionBoxContent: String
  "questionBoxContent as HTML; null while no question is shown."
  questionBoxMarkup: String
  "Whether comments with links wait for a moderator. Null unless the caller is an administrator or moderator."
  premodLinksEnable: Boolean
  """
  Whether comments that repeat what their author posted within a day and since this is on, word for word, wait for a
  moderator. Null unless the caller is an administrator or moderator.
  """
  premodRepeatedEnable: Boolean
  "How many comments one user may post a minute; 0 for no limit. Staff has none."
  commentsPerMinute: Int
  "Name of the icon beside the question; default for the usual one."
  questionBoxIcon: String
  """
  Whether new discussions close by themselves after closedTimeout. Null unless the caller is an administrator or
  moderator.
  """
  autoCloseStream: Boolean
  "Address of a style sheet for the reader-facing stream; null or empty for none."
  customCssUrl: String
  "Address of a style sheet for the admin panel; null or empty for none."
  customAdminCssUrl: String
  "How long a new discussion stays open when autoCloseStream is on, in seconds."
  closedTimeout: Int
  "Shown in place of the form when a discussion is closed, in Markdown."
  closedMessage: String
  "closedMessage as HTML; null without a message."
  closedMessageMarkup: String
  "Whether commenting is switched off everywhere."
  disableCommenting: Boolean
  "Shown in place of the form while commenting is switched off, in Markdown."
  disableCommentingMessage: String
  "disableCommentingMessage as HTML; null without a message."
  disableCommentingMessageMarkup: String
  "How long authors can edit a comment, counted from its creation, in milliseconds."
  editCommentWindowLength: Int
  "Whether the length of comments is limited to charCount."
  charCountEnable: Boolean
  "Longest comment, in Unicode code points; applies when charCountEnable is true."
  charCount: Int
  "Name of the organization that runs the site; used in mails."
  organizationName: String
  "Address at which the organization can be reached."
  organizationContactEmail: String
  "Words that are filtered. Null unless the caller is an administrator or moderator."
  wordlist: Wordlist
  "Where discussions may be embedded. Null unless the caller is an administrator or moderator."
  domains: Domains
  """
  The reasons for which moderators reject comments, which authors read; empty for those of the platform. Null unless the
  caller is an administrator or moderator.
  """
  rejectionReasons: [String!]
  """
  The reasons for which moderators reject usernames, which users read; empty for those of the platform. Null unless the
  caller is an administrator or moderator.
  """
  usernameRejectionReasons: [String!]
  """
  The mail that moderators begin with when they ban a user; null for that of the platform. Null unless the caller is an
  administrator or moderator.
  """
  banMessage: String
  """
  The mail that moderators begin with when they suspend a user; null for that of the platform. Null unless the caller is
  an administrator or moderator.
  """
  suspensionMessage: String
  """
  The karma from which users are reliable; set by the operator of the server. Null unless the caller is an
  administrator or moderator.
  """
  karmaThresholds: KarmaThresholds
}

"Words and phrases that are looked for in comments, in any case."
type Wordlist {
  "A comment with one of these is rejected."
  banned: [String!]!
  "A comment with one of these is published and flagged for moderators."
  suspect: [String!]!
}

"A list of words."
enum WORDLIST {
  "A comment with one of these is rejected."
  BANNED
  "A comment with one of these is published and flagged for moderators."
  SUSPECT
}

"A listed word or phrase at one place of a text."
type ListedWord {
  "The list that has it."
  list: WORDLIST!
  "The word or phrase as it is listed."
  phrase: String!
  "Where it begins in the text, in UTF-16 code units from 0."
  start: Int!
  "Where it ends: the place behind its last code unit."
  end: Int!
}

"What the word lists do with a text."
type WordlistTest {
  """
  The list that decides: BANNED rejects the comment, SUSPECT flags it unless the operator switched that off; null when
  no listed word stands in it.
  """
  list: WORDLIST
  "Where listed words stand in the text, at most 20 of each list."
  words: [ListedWord!]!
}

"Domains that are known to the site."
type Domains {
  "Hosts of pages on which discussions may be opened, such as news.example."
  whitelist: [String!]!
}

"The thresholds of reliability, one pair for each kind of karma."
type KarmaThresholds {
  "For the flags of users."
  flag: KarmaThreshold!
  "For the comments of users."
  comment: KarmaThreshold!
}

"Karma goes up with each decision in a user's favour and down with each other; both bounds are inclusive."
type KarmaThreshold {
  "At this karma or above a user is reliable."
  reliable: Int!
  "At this karma or below a user is unreliable; their comments are withheld until a moderator decides."
  unreliable: Int!
}

"Settings of the site to change. A missing field does not change; null brings the default back."
input UpdateSettingsInput {
  "Whether comments wait for a moderator. Default: POST."
  moderation: MODERATION_MODE
  "Whether users must confirm their e-mail address before they can sign in with it. Default: false."
  requireEmailConfirmation: Boolean
  "Whether the box above the comments is shown. Default: false."
  infoBoxEnable: Boolean
  "Text of the box above the comments, in Markdown, at most 20,000 characters."
  infoBoxContent: String
  "Whether a question to readers is shown above the comments. Default: false."
  questionBoxEnable: Boolean
  "The question to readers, in Markdown, at most 20,000 characters."
  questionBoxContent: String
  "Whether comments with links wait for a moderator. Default: false."
  premodLinksEnable: Boolean
  """
  Whether comments that repeat what their author posted within a day and since this is on, word for word, wait for a
  moderator. Default: false.
  """
  premodRepeatedEnable: Boolean
  "How many comments one user may post a minute, at most 1,000; 0 for no limit. Staff has none. Default: 0."
  commentsPerMinute: Int
  "Name of the icon beside the question. Default: default."
  questionBoxIcon: String
  "Whether new discussions close by themselves after closedTimeout. Default: false."
  autoCloseStream: Boolean
  "Address of a style sheet for the reader-facing stream, http or https."
  customCssUrl: String
  "Address of a style sheet for the admin panel, http or https."
  customAdminCssUrl: String
  "How long a new discussion stays open when autoCloseStream is on, in seconds, up to ten years. Default: 14 days."
  closedTimeout: Int
  "Shown in place of the form when a discussion is closed, in Markdown, at most 20,000 characters."
  closedMessage: String
  "Whether commenting is switched off everywhere. Default: false."
  disableCommenting: Boolean
  "Shown in place of the form while commenting is switched off, in Markdown, at most 20,000 characters."
  disableCommentingMessage: String
  "How long authors can edit a comment, in milliseconds, up to a year. Default: 30 seconds."
  editCommentWindowLength: Int
  "Whether the length of comments is limited to charCount. Default: false."
  charCountEnable: Boolean
  "Longest comment, in Unicode code points, from 1 to 100,000. Default: 5,000."
  charCount: Int
  "Name of the organization that runs the site."
  organizationName: String
  "Address at which the organization can be reached."
  organizationContactEmail: String
  "Words that are filtered."
  wordlist: UpdateWordlistInput
  "Where discussions may be embedded."
  domains: UpdateDomainsInput
  "The reasons for which moderators reject comments; at most 30 of 500 characters."
  rejectionReasons: [String!]
  "The reasons for which moderators reject usernames; at most 30 of 500 characters."
  usernameRejectionReasons: [String!]
  "The mail that moderators begin with when they ban a user, at most 2,000 characters."
  banMessage: String
  "The mail that moderators begin with when they suspend a user, at most 2,000 characters."
  suspensionMessage: String
}

"Lists of words to replace. A missing field does not change; null empties a list."
input UpdateWordlistInput {
  "Words and phrases with which a comment is rejected; at most 20,000 of 200 characters."
  banned: [String!]
  "Words and phrases with which a comment is flagged for moderators; at most 20,000 of 200 characters."
  suspect: [String!]
}

"Lists of domains to replace. A missing field does not change; null brings the default back."
input UpdateDomainsInput {
  """
  Hosts of pages on which discussions may be opened, without wildcards. Of a whole address the host is kept. Default:
  localhost.
  """
  whitelist: [String!]
}
`
