import type { GraphContext } from '../context.ts'
import type { CommentStatus } from '../enums.ts'
import type { Asset, Comment, User } from '../records.ts'

/**
 * The phases of the core's feature `comments`, in their order, each with its purpose. Phases of other features and of
 * plugins are placed before or after them.
 *
 * @example
 * const names = Object.keys(MODERATION_PHASES) // ['commentLength', 'assetClosed', ...]
 */
export const MODERATION_PHASES = Object.freeze({
  commentLength: 'refuses comments that are too short or too long',
  assetClosed: 'refuses comments on a discussion that is closed',
  commentingDisabled: 'refuses comments while commenting is switched off',
  pace: 'refuses more comments a minute than one user may post',
  wordlist: 'rejects banned words and flags suspect ones',
  staff: 'accepts comments of staff',
  links: 'withholds comments with links, if the settings say so',
  repeated: 'withholds a text that its author has posted before, if the settings say so',
  karma: 'withholds comments of users with a low karma',
  preset: 'gives the status that a plugin asked for on the input',
  alwaysPremod: 'makes all comments of some users wait for a moderator, as moderators decided',
  premod: 'makes all comments wait for a moderator, if the settings say so',
})

/**
 * A phase of the core.
 *
 * @example
 * const place: CoreModerationPhase = 'premod'
 */
export type CoreModerationPhase = keyof typeof MODERATION_PHASES

/**
 * The moderation inputs that a phase can name in `judgesBy`, because they may change during a moderation run. Every
 * setting is an input too: `settings.` and its name. So is each name that a plugin uses in the `metadata` of the
 * author, the asset or the settings: `author.metadata.<name>`, for example.
 *
 * @example
 * const known = Object.keys(MODERATION_INPUTS) // ['author.status', 'author.roles', ...]
 */
export const MODERATION_INPUTS = Object.freeze({
  'author.status': 'bans, suspensions, the state of the username, and whether all comments of the author wait',
  'author.roles': 'the roles of the author',
  'author.trust': 'the karma of the author',
  'author.tags': 'the tags of the author',
  'author.metadata': 'everything that plugins keep with the author, and the karma',
  'asset.id': 'the asset of the comment: an edited comment may have moved with its discussion',
  'asset.closedAt': 'when the discussion closes, and whether it is closed',
  'asset.title': 'the title of the asset, which may be read from its page after the first comment',
  'asset.section': 'the section of the asset',
  'asset.tags': 'the tags of the asset',
  'asset.metadata': 'everything that plugins keep with the asset',
})

/**
 * The names of all settings.
 *
 * @example
 * const inputs = SETTING_NAMES.map(name => `settings.${name}` as const)
 */
export const SETTING_NAMES = Object.freeze([
  'moderation',
  'requireEmailConfirmation',
  'infoBoxEnable',
  'infoBoxContent',
  'questionBoxEnable',
  'questionBoxIcon',
  'questionBoxContent',
  'premodLinksEnable',
  'premodRepeatedEnable',
  'commentsPerMinute',
  'autoCloseStream',
  'customCssUrl',
  'customAdminCssUrl',
  'closedTimeout',
  'closedMessage',
  'disableCommenting',
  'disableCommentingMessage',
  'editCommentWindowLength',
  'charCountEnable',
  'charCount',
  'organizationName',
  'organizationContactEmail',
  'rejectionReasons',
  'usernameRejectionReasons',
  'banMessage',
  'suspensionMessage',
  'wordlist',
  'domains',
  'tags',
  'metadata',
] as const)

/**
 * The name of a moderation input.
 *
 * @example
 * const inputs: ModerationInput[] = ['author.trust', 'settings.wordlist', 'settings.metadata.calm']
 */
export type ModerationInput =
  | keyof typeof MODERATION_INPUTS
  | `settings.${(typeof SETTING_NAMES)[number]}`
  | `${'author' | 'asset' | 'settings'}.metadata.${string}`

/**
 * A new or edited comment that is about to be stored.
 *
 * @example
 * const isEmpty = ({ body }: Submission) => body.trim() === ''
 */
export interface Submission {
  readonly body: string
  readonly author: User
  readonly asset: Asset
  /** The comment before the edit; `null` for a new comment. */
  readonly comment: Comment | null
  /** Id of the comment that this one replies to. */
  readonly parent_id: string | null
  /** The settings of the site, with those of the asset in their place. `metadata` has the settings of plugins. */
  readonly settings: Readonly<Record<string, unknown>> & { readonly metadata: Readonly<Record<string, unknown>> }
  /** The status that a plugin asked for on the input. */
  readonly status: CommentStatus | null
  readonly now: Date
  /**
   * Whether this is a second moderation run of the same request, because a moderation input changed during the first.
   */
  readonly again?: boolean
}

/**
 * The decision of a phase. The first status ends the moderation run. Actions are stored with any status, and without a
 * user.
 *
 * @example
 * const held: ModerationDecision = {
 *   status: 'SYSTEM_WITHHELD',
 *   reason: 'toxicity 0.93',
 *   actions: [{ action_type: 'FLAG', group_id: 'TOXIC_COMMENT' }],
 * }
 */
export interface ModerationDecision {
  readonly status?: CommentStatus
  /** A reason for moderators, kept in the comment's history; at most 500 characters. */
  readonly reason?: string
  /** At most 20 actions. `metadata.message` is shown to moderators. */
  readonly actions?: readonly {
    readonly action_type: string
    readonly group_id?: string | null
    readonly metadata?: Readonly<Record<string, unknown>>
  }[]
}

/**
 * A moderation phase, placed before or after another. It throws a `PlatformError` to refuse the comment, returns a
 * decision, or returns nothing to leave the comment to the next phase. It must answer within nine seconds; when it
 * fails, the comment is not posted.
 *
 * @example
 * const shouting: ModerationPhase = {
 *   name: 'shouting', before: 'premod', judgesBy: [],
 *   run: ({ body }) => body === body.toUpperCase() ? { status: 'PREMOD', reason: 'all in capitals' } : undefined,
 * }
 */
export interface ModerationPhase<Ctx = GraphContext> {
  /** A name that no other phase has. */
  readonly name: string
  /** What the phase does, in one line: `withholds comments with links`. The reference page shows it for the core. */
  readonly purpose?: string
  /** The phase that runs directly after this one. Give this or `after`. */
  readonly before?: string
  /** The phase that runs directly before this one. Give this or `before`. */
  readonly after?: string
  /**
   * The moderation inputs that its answer depends on, beside the request itself. When one of them changes during the
   * run, the phase is asked again before the comment is stored; otherwise its answer is kept. With `[]` the answer
   * depends on the request alone, for example on the text. Without `judgesBy` it depends on the settings, the whole
   * author and the whole asset, except for the counts and times that every new comment changes.
   */
  readonly judgesBy?: readonly ModerationInput[]
  /**
   * Whether the phase decides if the author may post here at all. When inputs change again and again, the comment waits
   * for a moderator and only the gates are asked a last time. A gate answers synchronously: it throws a `PlatformError`
   * to refuse the comment, or returns nothing.
   */
  readonly gate?: boolean
  /** `context.user` is the author. */
  run(
    submission: Submission,
    context: Ctx,
  ): ModerationDecision | null | undefined | void | Promise<ModerationDecision | null | undefined | void>
}
