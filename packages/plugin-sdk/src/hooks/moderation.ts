import type { GraphContext } from '../context.ts'
import type { CommentStatus } from '../enums.ts'
import type { Asset, Comment, User } from '../records.ts'

/**
 * The core's phases in their order, each with what it does. A plugin's phase is placed before or after one of them.
 *
 * @example
 * const names = Object.keys(MODERATION_PHASES) // ['commentLength', 'assetClosed', ...]
 */
export const MODERATION_PHASES = Object.freeze({
  commentLength: 'refuses what is too short or too long',
  assetClosed: 'refuses comments on a discussion that is closed',
  commentingDisabled: 'refuses comments while commenting is switched off',
  pace: 'refuses more comments a minute than one person may post',
  wordlist: 'rejects banned words and flags suspect ones',
  staff: 'accepts what staff writes',
  links: 'withholds comments with links, where links are to be looked at first',
  repeated: 'withholds what its author has posted before, where that is to be looked at first',
  karma: 'withholds comments of people who are not trusted',
  preset: 'gives the status that a plugin asked for on the input',
  alwaysPremod: 'holds comments of people who are always moderated first',
  premod: 'holds comments where all are moderated first',
})

/**
 * A phase of the core.
 *
 * @example
 * const place: CoreModerationPhase = 'premod'
 */
export type CoreModerationPhase = keyof typeof MODERATION_PHASES

/**
 * What may change while the phases are at work, and what a phase can say that it judges by. Every setting is an input too:
 * `settings.` and its name, and `settings.metadata.` with the name under which a plugin keeps its own.
 *
 * @example
 * const known = Object.keys(MODERATION_INPUTS) // ['author.status', 'author.roles', ...]
 */
export const MODERATION_INPUTS = Object.freeze({
  'author.status': 'bans, suspensions, the state of the username, and whether all comments of the author wait',
  'author.roles': 'the roles of the author',
  'author.trust': 'the karma of the author',
  'asset.id': 'which discussion the comment is in: one that is edited may have moved with its discussion',
  'asset.closedAt': 'when the discussion closes, and whether it is closed',
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
  'wordlist',
  'domains',
  'tags',
  'metadata',
] as const)

/**
 * Something a moderation phase judges by that may change while the phases are at work.
 *
 * @example
 * const inputs: ModerationInput[] = ['author.trust', 'settings.wordlist', 'settings.metadata.calm']
 */
export type ModerationInput =
  | keyof typeof MODERATION_INPUTS
  | `settings.${(typeof SETTING_NAMES)[number]}`
  | `settings.metadata.${string}`

/**
 * A comment that is about to be stored, new or edited.
 *
 * @example
 * const isEmpty = ({ body }: Submission) => body.trim() === ''
 */
export interface Submission {
  readonly body: string
  readonly author: User
  readonly asset: Asset
  /** The comment as it was, when it is edited; `null` when it is new. */
  readonly comment: Comment | null
  /** The comment it answers. */
  readonly parent_id: string | null
  /** The site's settings with the discussion's own on top. */
  readonly settings: Readonly<Record<string, unknown>>
  /** The status a plugin asks for, on the input. */
  readonly status: CommentStatus | null
  readonly now: Date
  /** Whether phases were asked about it a moment ago and are asked again, because something they judge by changed meanwhile. */
  readonly again?: boolean
}

/**
 * What a phase decides. The first status ends the run; actions are kept in any case, in nobody's name.
 *
 * @example
 * const held: ModerationDecision = { status: 'SYSTEM_WITHHELD', reason: 'toxicity 0.93', actions: [{ action_type: 'FLAG', group_id: 'TOXIC_COMMENT' }] }
 */
export interface ModerationDecision {
  readonly status?: CommentStatus
  /** For moderators, kept in the comment's history; at most 500 characters. */
  readonly reason?: string
  /** At most 20. `metadata.message` is shown to moderators. */
  readonly actions?: readonly {
    readonly action_type: string
    readonly group_id?: string | null
    readonly metadata?: Readonly<Record<string, unknown>>
  }[]
}

/**
 * A step of deciding about comments, placed before or after another. Throws a `PlatformError` to refuse the comment,
 * gives a decision, or nothing to pass it on. It has ten seconds; when it fails, the comment is not posted.
 *
 * @example
 * const shouting: ModerationPhase = {
 *   name: 'shouting', before: 'premod', judgesBy: [],
 *   run: ({ body }) => body === body.toUpperCase() ? { status: 'PREMOD', reason: 'all in capitals' } : undefined,
 * }
 */
export interface ModerationPhase<Ctx = GraphContext> {
  /** No other phase has it. */
  readonly name: string
  /** The phase it runs just before; this or `after`. */
  readonly before?: string
  /** The phase it runs just after; this or `before`. */
  readonly after?: string
  /**
   * The inputs its answer depends on besides the request itself. When one of them changed while the phases were at work,
   * the phase is asked again before the comment is stored; when none did, its answer is kept. A phase that declares
   * nothing judges by everything; with `[]` it judges by the request alone, such as the text.
   */
  readonly judgesBy?: readonly ModerationInput[]
  /**
   * Whether the phase says if anything may be posted here at all. When inputs keep changing, the comment is put before a
   * moderator without asking all phases again, but the gates are still asked. A gate answers synchronously: it throws a
   * `PlatformError` to refuse, and returns nothing otherwise.
   */
  readonly gate?: boolean
  /** `context.user` is the author. */
  run(
    submission: Submission,
    context: Ctx,
  ): ModerationDecision | null | undefined | void | Promise<ModerationDecision | null | undefined | void>
}
